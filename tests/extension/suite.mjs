// The built extension end to end, the same tests for each browser: every click is a real click on the toolbar button.

import { after, before, describe } from 'node:test';
import { accessibility } from './accessibility.mjs';
import { always } from './always.mjs';
import { articles } from './articles.mjs';
import { attacks } from './attacks.mjs';
import { checks } from './checks.mjs';
import { isolation } from './isolation.mjs';
import { docked } from './docked.mjs';
import { fights } from './fights.mjs';
import { furtherPages } from './further-pages.mjs';
import { highlight } from './highlight.mjs';
import { layouts } from './layouts.mjs';
import { boxes } from './boxes.mjs';
import { browsersOwn } from './browsers-own.mjs';
import { leaving } from './leaving.mjs';
import { leftOff } from './left-off.mjs';
import { interrupting } from './interrupting.mjs';
import { longPages } from './long-pages.mjs';
import { marks } from './marks.mjs';
import { opening } from './opening.mjs';
import { paper } from './paper.mjs';
import { places } from './places.mjs';
import { policies } from './policies.mjs';
import { privacy } from './privacy.mjs';
import { reading } from './reading.mjs';
import { remembering } from './remembering.mjs';
import { reporting } from './reporting.mjs';
import { Session } from './session.mjs';
import { settings } from './settings.mjs';
import { simplify } from './simplify.mjs';
import { takingAlong } from './taking-along.mjs';
import { tray } from './tray.mjs';
import { typography } from './typography.mjs';
import { updates } from './updates.mjs';
import { widths } from './widths.mjs';

export function suite(driver) {
  describe(driver.name, { concurrency: 1 }, () => {
    const session = new Session(driver);
    before(() => session.start());
    after(() => session.end());

    describe('opening and closing', () => opening(session));
    describe('a view on its way', () => interrupting(session));
    describe('what is shown', () => articles(session));
    describe('content security policies', () => policies(session, driver));
    describe('the page after leaving', () => leaving(session));
    describe('updates of the extension', () => updates(session, driver));
    describe('pages that fight', () => fights(session));
    describe('scripts in the article', () => attacks(session, driver));
    describe('styles', () => isolation(session));
    describe('privacy and other extensions', () => privacy(session));
    describe('keyboard and assistive technology', () => accessibility(session));
    describe('reading', () => reading(session));
    describe('what was left out', () => tray(session));
    describe('what was left out, over the page', () => docked(session));
    describe('what is remembered for a site', () => remembering(session, driver));
    describe('reports of wrong pages', () => reporting(session));
    describe('what is taken along', () => takingAlong(session));
    describe('further pages of an article', () => furtherPages(session));
    describe('paper', () => paper(session));
    describe('settings', () => settings(session));
    describe('typography', () => typography(session));
    describe('narrow screens', () => widths(session));
    describe('one detection in all views', () => places(session));
    describe('the simplified page', () => simplify(session));
    describe('long pages, simplified', () => longPages(session));
    describe('boxes that only lay out the page', () => boxes(session));
    describe('checks of the simplified page', () => checks(session));
    describe('what was found, on the page', () => highlight(session));
    describe('marks', () => marks(session));
    describe('where one left off', () => leftOff(session));
    describe('pages that open by themselves', () => always(driver));
    describe('what the browser itself asks', () => browsersOwn(driver));
    describe('pages of others, laid out', () => layouts(session));
  });
}
