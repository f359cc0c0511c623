/** The paragraph read last, across visits, where that is switched on. The script for it comes into the page only then. */

import type { Settings } from "./config.ts";
import { bring } from "./marking.ts";
import type { Finding, LeftOff } from "./session.ts";

/** Returns where one left off on an earlier visit; null where that is not known. */
export async function resume(
  { resume: isOn }: Settings,
  finding: Finding,
  signal: AbortSignal,
): Promise<LeftOff | null> {
  try {
    return (isOn && (await (await bring())?.leftOff(finding, signal))) || null;
  } catch {
    // The view opens at the beginning.
    return null;
  }
}
