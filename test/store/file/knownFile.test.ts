import { expect, it } from 'vitest';
import { type KnownFile, parseKnownData, toKnownFile } from '../../../src/store/file/knownFile.ts';

const ABOUT = {
  slug: 'about',
  title: 'About\tus',
  fields: { summary: 'Who\tare we', deep: { list: [1] } },
  type: 'plain',
  regions: { main: [{ id: 3, type: 'text' }] },
  terms: { topics: ['news'] },
};
const version = { key: 'en/about', path: 'pages/en/about.yaml', rev: 'r' };
const knownPage = (): KnownFile => toKnownFile({ kind: 'page', ...version }, { id: 7, data: ABOUT });

const withText = (known: KnownFile, change: (text: string) => string): KnownFile => ({
  ...known,
  json: Buffer.from(change(known.json.toString())),
});

it('reads back the same data', () => {
  expect(parseKnownData(knownPage())).toStrictEqual(ABOUT);
  const menu = { name: 'Main', items: [] };
  expect(parseKnownData(toKnownFile({ kind: 'menu', ...version }, { data: menu }))).toStrictEqual(menu);
});

it('reads the bulk of a page only on demand, and only once', () => {
  const data = parseKnownData(withText(knownPage(), (text) => text.replace('"summary"', 'no JSON'))) as typeof ABOUT;
  expect([data.title, data.terms]).toEqual([ABOUT.title, ABOUT.terms]);
  expect(() => data.regions).toThrow(SyntaxError);
  const sound = parseKnownData(knownPage()) as typeof ABOUT;
  expect(sound.fields).toBe(sound.fields);
});

it('freezes the data deeply', () => {
  const data = parseKnownData(knownPage()) as typeof ABOUT;
  const all = [data, data.terms, data.terms.topics, data.fields, data.fields.deep.list, data.regions.main[0]];
  expect(all.map(Object.isFrozen)).toEqual(all.map(() => true));
});
