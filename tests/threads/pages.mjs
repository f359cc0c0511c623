// Pages with a discussion in the mark-up of many systems, and what a reader has to find in each of them: who says
// what, when, and how deep it stands. The pages for development and the unseen ones share no conversation, and the
// unseen ones have systems of their own. Mend rules on the former only.

import { readFileSync } from 'node:fs';
import * as askbot from './systems/askbot.mjs';
import * as blogger from './systems/blogger.mjs';
import * as bluesky from './systems/bluesky.mjs';
import * as chats from './systems/chats.mjs';
import * as copilot from './systems/copilot.mjs';
import * as coral from './systems/coral.mjs';
import * as deepseek from './systems/deepseek.mjs';
import * as discourse from './systems/discourse.mjs';
import * as disqus from './systems/disqus.mjs';
import * as drupal from './systems/drupal.mjs';
import * as flarum from './systems/flarum.mjs';
import * as gemini from './systems/gemini.mjs';
import * as gitea from './systems/gitea.mjs';
import * as github from './systems/github.mjs';
import * as gitlab from './systems/gitlab.mjs';
import * as hackernews from './systems/hackernews.mjs';
import * as huggingchat from './systems/huggingchat.mjs';
import * as invision from './systems/invision.mjs';
import * as isso from './systems/isso.mjs';
import * as lemmy from './systems/lemmy.mjs';
import * as librechat from './systems/librechat.mjs';
import * as lobsters from './systems/lobsters.mjs';
import * as mailman from './systems/mailman.mjs';
import * as mastodon from './systems/mastodon.mjs';
import * as mybb from './systems/mybb.mjs';
import * as nodebb from './systems/nodebb.mjs';
import * as openwebui from './systems/openwebui.mjs';
import * as phpbb from './systems/phpbb.mjs';
import * as poe from './systems/poe.mjs';
import * as question2answer from './systems/question2answer.mjs';
import * as reddit from './systems/reddit.mjs';
import * as slashdot from './systems/slashdot.mjs';
import * as smf from './systems/smf.mjs';
import * as stackexchange from './systems/stackexchange.mjs';
import * as textboard from './systems/textboard.mjs';
import * as vanilla from './systems/vanilla.mjs';
import * as vbulletin from './systems/vbulletin.mjs';
import * as wordpress from './systems/wordpress.mjs';
import * as xenforo from './systems/xenforo.mjs';
import * as youtube from './systems/youtube.mjs';

/** The system, its variant, and the conversations shown in it. */
const development = [
  ['phpBB 3.3 prosilver', phpbb.prosilver, 'bicycle', 'waschmaschine'],
  ['phpBB list of topics', phpbb.topics, 'tomatoes'],
  ['vBulletin 3', vbulletin.three, 'tomatoes', 'bicycle'],
  ['XenForo 2', xenforo.two, 'bicycle', 'tomatoes'],
  ['Discourse drawn', discourse.drawn, 'tomatoes', 'bicycle'],
  ['Hacker News link', hackernews.linked, 'lens', 'lifetimes'],
  ['Reddit old', reddit.old, 'lens', 'tax'],
  ['Stack Exchange', stackexchange.current, 'lifetimes', 'tax'],
  ['GitHub timeline', github.timeline, 'lifetimes'],
  ['Gitea', gitea.issue, 'lifetimes'],
  ['Disqus framed', disqus.framed, 'ferry', 'sourdough'],
  ['WordPress Twenty Twelve', wordpress.twentytwelve, 'sourdough', 'ferry'],
  ['WordPress Genesis', wordpress.genesis, 'sourdough'],
  ['WordPress without comments', wordpress.silent, 'ferry'],
  ['Mastodon drawn', mastodon.drawn, 'lens', 'coffee'],
  ['pipermail message', mailman.message, 'bicycle'],
  ['SMF 2', smf.two, 'tomatoes', 'waschmaschine'],
  ['Invision 4', invision.four, 'coffee', 'bicycle'],
  ['Flarum', flarum.drawn, 'coffee', 'waschmaschine'],
  ['Drupal 7', drupal.seven, 'ferry'],
  ['Coral', coral.stream, 'ferry'],
  ['Blogger threaded', blogger.threaded, 'sourdough'],
  ['Question2Answer', question2answer.snow, 'tax'],
  ['Lemmy', lemmy.post, 'lens'],
  ['YouTube', youtube.video, 'sourdough'],
  ['ChatGPT', chats.chatgpt, 'knitting', 'rename'],
  ['Gemini', gemini.exchanges, 'rye', 'rename'],
  ['Open WebUI', openwebui.served, 'rename', 'rye'],
  ['LibreChat', librechat.headed, 'rye'],
];

const unseen = [
  ['phpBB 3.3 prosilver', phpbb.prosilver, 'confiture'],
  ['phpBB 3.0 subsilver2', phpbb.subsilver, 'hike', 'guitar'],
  ['vBulletin 4', vbulletin.four, 'hike'],
  ['vBulletin 5', vbulletin.five, 'guitar'],
  ['XenForo 1', xenforo.one, 'hike'],
  ['XenForo 2', xenforo.two, 'guitar'],
  ['Discourse crawled', discourse.crawled, 'sound', 'guitar'],
  ['Hacker News ask', hackernews.askPage, 'chess', 'catfood'],
  ['Hacker News link', hackernews.linked, 'database'],
  ['Hacker News front page', hackernews.front, 'database'],
  ['Reddit elements', reddit.elements, 'chess', 'catfood'],
  ['Stack Exchange 2014', stackexchange.past, 'catfood'],
  ['GitHub drawn', github.drawn, 'sound'],
  ['GitLab', gitlab.issue, 'sound'],
  ['Disqus 2011', disqus.written, 'stove'],
  ['WordPress classic', wordpress.classic, 'stove'],
  ['WordPress blocks', wordpress.blocks, 'confiture'],
  ['Mastodon served', mastodon.served, 'chess'],
  ['pipermail index', mailman.index, 'database'],
  ['HyperKitty', mailman.hyperkitty, 'database'],
  ['MyBB', mybb.eight, 'hike'],
  ['Vanilla', vanilla.discussion, 'confiture'],
  ['NodeBB', nodebb.persona, 'sound'],
  ['Drupal 10', drupal.ten, 'stove'],
  ['Blogger list', blogger.listed, 'stove'],
  ['Isso', isso.embedded, 'confiture'],
  ['AskBot', askbot.question, 'catfood'],
  ['Slashdot', slashdot.story, 'stove'],
  ['Lobsters', lobsters.story, 'database'],
  ['Bluesky', bluesky.thread, 'chess'],
  ['5ch', textboard.today, 'densha'],
  ['2ch', textboard.past, 'densha'],
  ['Claude', chats.claude, 'spreadsheet', 'landlord'],
  ['Claude 2024', chats.claudePast, 'subjonctif'],
  ['Copilot', copilot.chat, 'balkon'],
  ['HuggingChat', huggingchat.roles, 'thermos'],
  ['DeepSeek', deepseek.hashed, 'thermos', 'kettle'],
  ['Poe', poe.bubbles, 'landlord', 'kettle'],
];

/** Systems that put comments below something else: there the page is no discussion. */
const besides = ['Blogger', 'Coral', 'Disqus 2011', 'Drupal', 'Isso', 'Slashdot', 'WordPress', 'YouTube'];

const read = (name) => JSON.parse(readFileSync(new URL(`./conversations/${name}.json`, import.meta.url)));

const made = (split, shelf) =>
  shelf.flatMap(([system, variant, ...conversations]) =>
    conversations.map((name) => {
      const { url, html, comments, isThread = !besides.some((name) => system.startsWith(name)) } = variant(read(name));
      return {
        name: `${system.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${name}`,
        system,
        split,
        url,
        html,
        truth: { comments, isThread },
      };
    }),
  );

export const pages = [...made('development', development), ...made('unseen', unseen)];
