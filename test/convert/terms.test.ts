import { expect, it } from 'vitest';
import { createNotes } from '../../src/convert/notes.ts';
import { createTerms } from '../../src/convert/terms.ts';

const TOPICS = { slug: 'topics', name: 'Topics', terms: [{ slug: 'sea-life', name: 'Life in the sea', children: [] }] };

const termsOver = (taxonomy: object | undefined) =>
  createTerms({ taxonomy: () => taxonomy as Readonly<Record<string, unknown>> | undefined }, createNotes());

it('finds a term of the site by the slug it came with, whatever its name is now', () => {
  const terms = termsOver(TOPICS);
  expect(terms.take('topics', 'Sea life', 'a post', { slug: 'sea-life' })).toBe('sea-life');
  expect(terms.taxonomies()).toEqual([]);
});

it('keeps terms apart whose slugs become the same one', () => {
  const terms = termsOver(undefined);
  const take = (slug: string) => terms.take('topics', 'Sea', 'a post', { slug });
  expect(['Sea!', 'Sea?', 'Sea!'].map(take)).toEqual(['sea', 'sea-2', 'sea']);
  expect(terms.taxonomies()).toMatchObject([{ terms: [{ slug: 'sea' }, { slug: 'sea-2' }] }]);
});

it('notes that terms of different names become one', () => {
  const notes = createNotes();
  const terms = createTerms({ taxonomy: () => undefined }, notes);
  const names = ['C', 'C++', 'c', 'Moon phases', 'moon-phases'];
  expect(names.map((name) => terms.take('tags', name, 'a post'))).toEqual([
    'c',
    'c',
    'c',
    'moon-phases',
    'moon-phases',
  ]);
  expect(notes.lines()).toEqual(['Terms in "tags" became one, because their names make the same slug', '  C++, C']);
});

it('keeps very many of them apart', () => {
  const terms = termsOver(undefined);
  const slugs = Array.from({ length: 50_000 }, (_, at) => `sea${'!'.repeat(at % 250)}${'?'.repeat(at / 250)}`);
  const taken = new Set(slugs.map((slug) => terms.take('topics', 'Sea', 'a post', { slug })));
  expect(taken.size).toBe(50_000);
});
