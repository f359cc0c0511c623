// Pages with a discussion in the mark-up of many systems, and what a reader has to find in each of them: who says
// what, when, and how deep it stands. The pages for development and the unseen ones share no conversation, and the
// unseen ones have systems of their own. Mend rules on the former only.

import { readFileSync } from 'node:fs';
import * as blogger from './systems/blogger.mjs';
import * as chats from './systems/chats.mjs';
import * as discourse from './systems/discourse.mjs';
import * as disqus from './systems/disqus.mjs';
import * as drupal from './systems/drupal.mjs';
import * as flarum from './systems/flarum.mjs';
import * as gitea from './systems/gitea.mjs';
import * as github from './systems/github.mjs';
import * as hackernews from './systems/hackernews.mjs';
import * as invision from './systems/invision.mjs';
import * as lemmy from './systems/lemmy.mjs';
import * as mailman from './systems/mailman.mjs';
import * as mastodon from './systems/mastodon.mjs';
import * as phpbb from './systems/phpbb.mjs';
import * as question2answer from './systems/question2answer.mjs';
import * as reddit from './systems/reddit.mjs';
import * as smf from './systems/smf.mjs';
import * as stackexchange from './systems/stackexchange.mjs';
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
  ['Blogger threaded', blogger.threaded, 'sourdough'],
  ['Question2Answer', question2answer.snow, 'tax'],
  ['Lemmy', lemmy.post, 'lens'],
  ['YouTube', youtube.video, 'sourdough'],
  ['ChatGPT', chats.chatgpt, 'knitting'],
];

const read = (name) => JSON.parse(readFileSync(new URL(`./conversations/${name}.json`, import.meta.url)));

const made = (split, shelf) =>
  shelf.flatMap(([system, variant, ...conversations]) =>
    conversations.map((name) => {
      const { url, html, contributions, isThread = true } = variant(read(name));
      return {
        name: `${system.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${name}`,
        system,
        split,
        url,
        html,
        truth: { contributions, isThread },
      };
    }),
  );

export const pages = made('development', development);
