/** The table of request handlers. */

import { ext } from "../shared/ext.ts";
import { showNotice } from "../shared/unreadable.ts";
import { autoOpenHandlers } from "./auto-open/requests.ts";
import { setAutoOpenOff } from "./auto-open/tabs.ts";
import { detect, problemReport } from "./core-host.ts";
import { foreignImage } from "./export/foreign-images.ts";
import { openPermissionPage, openTabsPage } from "./export/menu.ts";
import { sendArticle, testServer } from "./export/sending.ts";
import * as writer from "./export/writer.ts";
import { fontFilesOf } from "./font-files.ts";
import { highlightHandlers } from "./highlights/requests.ts";
import { collect, inject } from "./inject.ts";
import { nextPage } from "./next-page.ts";
import { readNextArticle } from "./next-tab.ts";
import { pageChangeHandlers } from "./page-changes.ts";
import type { Handlers, SenderTab } from "./rpc.ts";
import { siteRuleHandlers } from "./site-rules/requests.ts";
import { handleClick, clearPendingClick, setTitle } from "./views.ts";

async function showTabNotice(tab: SenderTab, kind: "fought" | "failed"): Promise<void> {
  if (tab) {
    await showNotice(tab, kind);
  }
}

async function onViewClosed(tab: SenderTab): Promise<void> {
  if (tab?.id !== undefined) {
    clearPendingClick(tab.id);
    await setTitle(tab.id, false);
  }
}

export const handlers: Handlers = {
  left: async (_, tab) => {
    await Promise.all([onViewClosed(tab), tab?.id !== undefined && setAutoOpenOff(tab.id, true)]);
  },
  none: (_, tab) => onViewClosed(tab),
  fought: (_, tab) => showTabNotice(tab, "fought"),
  failed: (_, tab) => showTabNotice(tab, "failed"),
  show: async ({ view }, tab) => {
    if (tab) {
      await handleClick(tab, view, "none");
    }
  },
  load: async ({ part }, tab) => {
    if (tab) {
      await inject(tab, part);
    }
  },

  detect,
  "problem-report": problemReport,
  anonymize: writer.anonymize,
  "discussion-of": writer.discussionOf,
  "transcripts-of": writer.transcriptsOf,
  "cues-of": writer.parseCues,
  "next-page": nextPage,
  continues: writer.continues,
  formulas: writer.withFormulas,
  references: writer.references,
  spoken: writer.spokenOf,
  sentences: writer.sentenceEnds,

  "write-file": writer.writeFile,
  "write-tabs": writer.writeTabs,
  collect: async ({ tab, ...request }) => collect(await ext.tabs.get(tab), request),
  "part-of": writer.partOf,
  "sections-of": writer.sectionsOf,
  "images-of": writer.imagesOf,
  "fetch-picture": foreignImage,
  send: sendArticle,
  "test-server": testServer,
  "ask-sites": async ({ origins, token }, tab) => {
    if (tab) {
      await openPermissionPage(origins, token, tab);
    }
  },
  "save-tabs": async (_, tab) => {
    if (tab) {
      await openTabsPage(tab);
    }
  },
  "set-up-server": async () => {
    await ext.tabs.create({ url: ext.runtime.getURL("options.html#saving") });
  },
  templates: writer.templates,
  "fault-of-template": writer.templateFault,

  face: fontFilesOf,
  "judge-colors": writer.judgeColors,
  "read-sheet": writer.checkCss,

  ...highlightHandlers,
  ...siteRuleHandlers,
  ...pageChangeHandlers,
  ...autoOpenHandlers,
  "read-on": async (request, tab) => tab !== undefined && readNextArticle(request, tab),
};
