import type { JsonObject } from '../../src/store/codec/json/json.ts';
import { AREAS, MEDIA, numbers, SHARED_BLOCKS, TOPICS, TOWNS } from './model.ts';
import { createProse, type Prose, pick } from './prose.ts';

/** The parts of a page. */
export interface PageSource {
  readonly id: number;
  readonly type: string;
  readonly locale: string;
  readonly title: string;
  /** The key of a page to refer to. */
  readonly other: string | undefined;
  readonly translationGroup: string | undefined;
  readonly nextBlockId: () => number;
  readonly next: () => number;
}

const whole = (next: () => number, below: number): number => Math.floor(next() * below);
const START = Date.parse('2024-01-02T08:00:00.000Z');
const minutes = (count: number): string => new Date(START + count * 60_000).toISOString();

const text = (value: string, ...marks: readonly JsonObject[]): JsonObject =>
  marks.length === 0 ? { type: 'text', text: value } : { type: 'text', marks, text: value };
const paragraph = (...content: readonly JsonObject[]): JsonObject => ({ type: 'paragraph', content });
const heading = (title: string): JsonObject => ({ type: 'heading', attrs: { level: 2 }, content: [text(title)] });
const bullets = (items: readonly string[]): JsonObject => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
});

function richText(prose: Prose, next: () => number): JsonObject {
  const content = [
    paragraph(
      text(`${prose.paragraph(1)} `),
      text(prose.title(), { type: 'bold' }),
      text(', '),
      text(prose.sentence()),
    ),
    ...(next() < 0.5 ? [heading(prose.title())] : []),
    ...(next() < 0.3 ? [bullets([prose.title(), prose.title()])] : []),
    ...(next() < 0.4 ? [paragraph(text(prose.paragraph(2)))] : []),
  ];
  return { type: 'doc', content };
}

type Fields = (source: PageSource, prose: Prose) => JsonObject;
const picture = (next: () => number): string => `picture-${1 + whole(next, MEDIA)}`;
const town = (next: () => number): string => `town-${1 + whole(next, AREAS)}-${1 + whole(next, TOWNS)}`;

const FIELDS: Readonly<Record<string, Fields>> = {
  page: ({ next }) => ({ cover: picture(next), ...(next() < 0.3 && { showContents: true }) }),
  article: ({ next, other }, prose) => ({
    cover: picture(next),
    author: prose.title(),
    ...(other !== undefined && { seeAlso: other }),
    wordCount: 200 + whole(next, 900),
  }),
  event: ({ next, other, id }) => ({
    startsAt: minutes(id * 11 + 500_000),
    places: 1 + whole(next, 200),
    ...(other !== undefined && { venue: other }),
    contact: `event-${id}@site.example`,
  }),
  product: ({ next, id }) => ({
    price: whole(next, 20_000) / 100,
    sku: `sku-${id}`,
    colour: `#${whole(next, 0x1000000).toString(16).padStart(6, '0')}`,
    sizes: ['s', 'm', 'l'].slice(0, 1 + whole(next, 3)),
    origin: `places/${town(next)}`,
  }),
  person: ({ next, id }, prose) => ({
    email: `person-${id}@site.example`,
    website: `https://person-${id}.example`,
    bornOn: new Date(Date.UTC(1950 + whole(next, 50), whole(next, 12), 1 + whole(next, 28))).toISOString().slice(0, 10),
    skills: numbers(1 + whole(next, 3)).map(() => ({ name: prose.title(), level: 1 + whole(next, 5) })),
  }),
};

type BlockFields = (source: PageSource, prose: Prose) => JsonObject;
const BLOCKS: readonly (readonly [type: string, fields: BlockFields])[] = [
  ['quote', (_source, prose) => ({ text: prose.sentence(), cite: prose.title() })],
  ['facts', ({ next }, prose) => ({ rows: [{ label: prose.title(), value: whole(next, 1000) / 10 }] })],
  [
    'call_to_action',
    (_source, prose) => ({ heading: prose.title(), link: { url: 'https://site.example', text: prose.title() } }),
  ],
  ['related', ({ other }, prose) => ({ ...(other !== undefined && { page: other }), remark: prose.title() })],
];
const MAIN_BLOCKS: typeof BLOCKS = [
  ['faq', (_source, prose) => ({ items: [{ question: prose.title(), answer: prose.sentence() }] })],
  ['gallery', ({ next }) => ({ pictures: [picture(next), picture(next)], columns: 2 })],
];

function inline(source: PageSource, prose: Prose, blocks: typeof BLOCKS): JsonObject {
  const [type, fields] = pick(blocks, source.next);
  return { id: source.nextBlockId(), type, fields: fields(source, prose) };
}

/** A reusable block in a region; every second one overrides a field. */
function shared({ next, nextBlockId }: PageSource, prose: Prose): JsonObject {
  const block = `shared-${1 + whole(next, SHARED_BLOCKS)}`;
  return { id: nextBlockId(), block, ...(next() < 0.5 && { overrides: { heading: prose.title() } }) };
}

function regions(source: PageSource, prose: Prose): JsonObject {
  const { next, nextBlockId, type, title } = source;
  const hero = { id: nextBlockId(), type: 'hero', fields: { heading: title, picture: picture(next) } };
  const main = [
    { id: nextBlockId(), type: 'rich_text', fields: { body: richText(prose, next) } },
    ...(next() < 0.25 ? [inline(source, prose, MAIN_BLOCKS)] : []),
  ];
  const aside = [
    ...(next() < 0.4 ? [inline(source, prose, BLOCKS)] : []),
    ...(next() < 0.4 ? [shared(source, prose)] : []),
  ];
  return { ...(type === 'page' && { hero: [hero] }), main, ...(aside.length > 0 && { aside }) };
}

/** Most pages are published, a few are drafts, archived, or due at some other time. */
function status({ id, next }: PageSource): JsonObject {
  const chance = next();
  const createdAt = minutes(id * 7);
  if (chance < 0.06) return { createdAt };
  if (chance < 0.09) return { status: 'archived', publishedAt: minutes(id * 7 + 30), createdAt };
  return {
    status: 'published',
    publishedAt: minutes(id * 7 + 30),
    ...(chance < 0.1 && { scheduledAt: '2099-01-01T00:00:00.000Z' }),
    ...(chance > 0.99 && { unpublishAt: '2099-01-01T00:00:00.000Z' }),
    createdAt,
  };
}

/** The content of a page's file, with its keys in order. */
export function makePage(source: PageSource): JsonObject {
  const { id, type, title, locale, next, translationGroup } = source;
  const prose = createProse(locale, next);
  const topics = [`topic-${1 + whole(next, TOPICS)}`, ...(next() < 0.3 ? [`topic-${1 + whole(next, TOPICS)}`] : [])];
  return {
    id,
    type,
    title,
    ...status(source),
    ...(translationGroup !== undefined && { translationGroup }),
    terms: { topics: [...new Set(topics)], ...(next() < 0.4 && { places: [town(next)] }) },
    ...(next() < 0.5 && { seo: { metaDescription: prose.sentence(), ...(next() < 0.05 && { robots: 'noindex' }) } }),
    fields: { summary: prose.paragraph(1), ...FIELDS[type]?.(source, prose) },
    regions: regions(source, prose),
  };
}
