/** Messages of the reasons why parts were removed. */

import type { Reason } from "./core.ts";
import { t } from "./ext.ts";

/** Returns the message of a reason. Hyphens aren't allowed in message keys. */
export function reasonName(reason: Reason): string {
  return t(`reason_${underscored(reason)}`);
}

type Underscored<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Name;

/** Returns a name of the core in the form of message keys. */
export function underscored<Name extends string>(name: Name): Underscored<Name> {
  return name.replaceAll("-", "_") as Underscored<Name>;
}
