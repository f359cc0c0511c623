// What a board says about its members. Everything follows from the name, so that it is the same on every run.

import { shown } from './times.mjs';

/** A number from 0 to below `limit` that belongs to a text. */
export function number(text, limit) {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)) % 1_000_003;
  return sum % limit;
}

const places = ['Leeds, UK', 'Rotterdam', 'Kraków, Poland', 'Nova Scotia', 'behind the shed', 'Melbourne', ''];
const ranks = ['Newbie', 'Junior Member', 'Member', 'Senior Member', 'Well-known member'];

export function person(name) {
  const posts = number(name, 4200) + 1;
  const joined = new Date(Date.UTC(2009 + number(`${name}y`, 15), number(`${name}m`, 12), 3)).toISOString();
  return {
    id: number(`${name}i`, 90_000) + 12,
    posts,
    counted: posts.toLocaleString('en-US'),
    joined,
    since: shown(joined, 'MMM YYYY'),
    rank: ranks[Math.min(4, Math.floor(posts / 900))],
    place: places[number(`${name}p`, places.length)],
    likes: number(`${name}l`, 900),
    slug: slug(name),
    initial: [...name].find((character) => /\p{L}/u.test(character)) ?? 'A',
  };
}

export const slug = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
