/**
 * Marking in an open view. The script for it comes into the page when text is selected there, or after the view has been
 * painted where the page has marks: most pages have none.
 */

import { ext } from "./ext.ts";
import { addressOf, keyOf } from "./marks/address.ts";
import { onDocument, selection } from "./nodes.ts";
import type { Session } from "./shell.ts";
import { turn } from "./slices.ts";
import { shared } from "./state.ts";

/** Marks in one view. */
export interface Marking {
  /** Marks what is selected; where nothing is, goes to the next mark. */
  mark(): void;
}

/** The script for marks. */
export interface Marks {
  /** Shows the page's marks in a view and lets more be made, until it is left. */
  attach(session: Session): Marking;
}

/** Offers marks in a view. Returns what marks the selection. */
export function offerMarks(session: Session): () => void {
  const { signal } = session;
  if (session.finding.kind === "failed" || ext.extension.inIncognitoContext) {
    return () => {};
  }
  let marking: Promise<Marking | undefined> | undefined;
  const attach = (): Promise<Marking | undefined> => {
    marking ??= bring().then((marks) => (signal.aborted ? undefined : marks?.attach(session)));
    return marking.catch(() => undefined);
  };
  const mark = (): void => void attach().then((made) => made?.mark());
  onDocument("selectionchange", () => selection()?.isCollapsed === false && void attach(), signal, true);
  requestAnimationFrame(async () => {
    await turn();
    const key = keyOf(addressOf(location.href));
    if (!signal.aborted && key in (await ext.storage.local.get(key))) {
      void attach();
    }
  });
  return mark;
}

async function bring(): Promise<Marks | undefined> {
  if (!shared("pithMarks")) {
    await ext.runtime.sendMessage({ kind: "bring-marks" });
  }
  return shared("pithMarks");
}
