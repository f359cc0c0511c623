/** The reader: the article in our typography, over the page it comes from. */

import { save, type Settings, watch } from "../config.ts";
import { t } from "../ext.ts";
import type { Session, View } from "../shell.ts";
import { build } from "./article.ts";
import { Frame } from "./frame.ts";
import { guard } from "./guard.ts";
import { type Actions, pressKey } from "./toolbar.ts";

function openReader(session: Session): View {
  let { settings } = session;
  const { leave } = session;
  const built = build(session.finding, leave, session.renew);
  const ended = new AbortController();

  const actions: Actions = {
    leave,
    change: (change: Partial<Settings>) => {
      settings = { ...settings, ...change };
      frame.show(settings, change);
      void save(change);
    },
    help: () => frame.help(),
  };
  const frame = new Frame(t("readerLabel", built.label), built.node, settings, actions);
  const unwatch = watch((changed) => {
    settings = changed;
    frame.show(settings);
  });
  frame.raise();
  guard(
    {
      host: frame.host,
      raise: () => frame.raise(),
      leave,
      press: (event) => pressKey(event, settings, actions),
    },
    ended.signal,
  );
  return {
    close: () => {
      ended.abort();
      unwatch();
      frame.close();
    },
  };
}

globalThis.pithShell?.register("reader", openReader);
