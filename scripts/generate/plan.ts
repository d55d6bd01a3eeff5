import { createHash } from 'node:crypto';
import type { JsonObject } from '../../src/store/codec/json/json.ts';
import { LOCALES, numbers, SHARED_BLOCKS, TOPICS } from './model.ts';
import { makePage } from './page.ts';
import { createProse, type Prose, pick } from './prose.ts';

type Next = () => number;

/** A subject with one page in each of some locales. */
interface Subject {
  readonly type: string;
  readonly slug: string;
  readonly title: string | undefined;
  readonly locales: readonly string[];
}

/** A page's place and the content of its file. */
export interface PlannedPage {
  readonly slug: string;
  readonly locale: string;
  readonly value: JsonObject;
}

const slugOf = (title: string, number: number): string => `${title.toLowerCase().replaceAll(' ', '-')}-${number}`;

/** The kinds of subjects, how many in a hundred each makes up, and where their pages are. */
const SUBJECTS: readonly (readonly [type: string, share: number, folder: (next: Next) => string])[] = [
  ['article', 45, () => 'articles'],
  ['page', 20, (next) => `guides/topic-${1 + Math.floor(next() * TOPICS)}${next() < 0.3 ? '/details' : ''}`],
  ['product', 15, (next) => `catalogue/family-${1 + Math.floor(next() * 12)}`],
  ['event', 10, (next) => `events/${2024 + Math.floor(next() * 3)}`],
  ['person', 10, () => 'people'],
];
const DRAWN = SUBJECTS.flatMap((subject) => numbers(subject[1]).map(() => subject));

function* subjects(next: Next): Generator<Subject, never> {
  yield { type: 'page', slug: 'home', title: 'Home', locales: LOCALES };
  for (const topic of numbers(TOPICS))
    yield { type: 'page', slug: `guides/topic-${topic}`, title: `Guide ${topic}`, locales: ['en'] };
  const prose = createProse('en', next);
  for (let number = 1; ; number += 1) {
    const [type, , folder] = pick(DRAWN, next);
    const title = prose.title();
    const locales = LOCALES.filter((locale) => locale === 'en' || next() < 0.55);
    yield { type, slug: `${folder(next)}/${slugOf(title, number)}`, title: undefined, locales };
  }
}

/** A UUID of version 4 (RFC 9562, 5.4) that is always the same for the same name. */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Plans `count` pages; each refers only to earlier ones of its locale. */
export function* planPages(count: number, next: Next): Generator<PlannedPage, void> {
  const earlier = new Map<string, string[]>(LOCALES.map((locale) => [locale, []]));
  const prose = new Map<string, Prose>(LOCALES.map((locale) => [locale, createProse(locale, next)]));
  let blockId = SHARED_BLOCKS;
  const nextBlockId = (): number => {
    blockId += 1;
    return blockId;
  };
  let id = 0;
  for (const { type, slug, title, locales } of subjects(next)) {
    for (const locale of locales) {
      if (id === count) return;
      id += 1;
      const keys = earlier.get(locale) ?? [];
      const value = makePage({
        id,
        type,
        locale,
        title: title ?? prose.get(locale)?.title() ?? slug,
        other: keys.length > 0 && next() < 0.6 ? pick(keys, next) : undefined,
        translationGroup: locales.length > 1 ? uuidOf(slug) : undefined,
        nextBlockId,
        next,
      });
      keys.push(`${locale}/${slug}`);
      yield { slug, locale, value };
    }
  }
}

/** Reusable blocks, by key. */
export const planBlocks = (next: Next): readonly (readonly [key: string, value: JsonObject])[] => {
  const prose = createProse('en', next);
  return numbers(SHARED_BLOCKS).map((id) => [
    `shared-${id}`,
    {
      id,
      type: 'call_to_action',
      title: prose.title(),
      createdAt: '2024-01-01T12:00:00.000Z',
      fields: { heading: prose.title(), link: { url: `https://site.example/${id}`, text: prose.title() } },
    },
  ]);
};

/** Two menus with links to pages among `keys`; the first is three levels deep. */
export function planMenus(
  keys: readonly string[],
  next: Next,
): readonly (readonly [slug: string, value: JsonObject])[] {
  let id = 0;
  const item = (children: readonly JsonObject[]): JsonObject => {
    id += 1;
    return { id, title: `Item ${id}`, page: pick(keys, next), ...(children.length > 0 && { children }) };
  };
  const items = (count: number, below: () => readonly JsonObject[]): readonly JsonObject[] =>
    numbers(count).map(() => item(below()));
  const createdAt = '2024-01-01T13:00:00.000Z';
  const main = items(5, () => items(4, () => items(3, () => [])));
  return [
    ['main', { id: 1, name: 'Main menu', createdAt, items: main }],
    ['footer', { id: 2, name: 'Footer', createdAt, items: items(6, () => []) }],
  ];
}
