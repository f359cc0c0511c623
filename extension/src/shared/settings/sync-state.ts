/** Keys of what is stored on this device about sync. */

/** The time of the last change of each setting, in ms since 1970. */
export const timesKey = "syncTimes";

/** The names of those that the account does not take. */
export const heldKey = "syncHeld";
