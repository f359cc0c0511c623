/** Storage keys of this device's sync state. */

/** The time of the last change of each setting, in ms since 1970. */
export const timesKey = "syncTimes";

/** Names of settings that the account refused, for instance because they are too large. */
export const unsyncedKey = "syncHeld";
