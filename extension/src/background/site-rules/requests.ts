/** Answers requests about site rules. Nothing is stored for private windows. */

import { describeRules } from "../core-host.ts";
import type { Handlers } from "../rpc.ts";
import { changeSiteRules, deleteSiteRules } from "./store.ts";

export const siteRuleHandlers = {
  "change-sites": async ({ changes }, tab) => ({
    refusal: tab?.incognito ? "private" : await changeSiteRules(changes),
  }),
  "forget-sites": async (_, tab) => ({ refusal: tab?.incognito ? "private" : await deleteSiteRules() }),
  "describe-rules": ({ rules }) => describeRules(rules),
} satisfies Partial<Handlers>;
