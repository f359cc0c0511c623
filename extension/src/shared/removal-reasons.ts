/** The reasons why parts were removed, in words. */

import type { Reason } from "./core.ts";
import { t } from "./ext.ts";

/** Returns the message of a reason; its name has no hyphen, which names of messages may not have. */
export function reasonName(reason: Reason): string {
  return t(`reason_${underscored(reason)}`);
}

type Underscored<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Name;

/** Returns a name of the core as it stands in names of messages. */
export function underscored<Name extends string>(name: Name): Underscored<Name> {
  return name.replaceAll("-", "_") as Underscored<Name>;
}
