import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSearchIndex } from '../../../src/store/search/searchIndex.ts';
import { createTermIndex, type ScoredDocument } from '../../../src/store/search/termIndex.ts';
import { runs } from '../../effort.ts';

const RUNS = { numRuns: runs(100) };

const ranked = (found: Iterable<ScoredDocument>): readonly (readonly [number, number])[] =>
  [...found].sort((a, b) => b.score - a.score || a.id - b.id).map(({ id, score }) => [id, Number(score.toFixed(9))]);
const exactly = (word: string) => ({ word, isBeginning: false });
const beginning = (word: string) => ({ word, isBeginning: true });
const idsOf = (found: Iterable<ScoredDocument>) => ranked(found).map(([id]) => id);

describe('a term index', () => {
  it('ranks by the weight of the field, then the rarity of the word, then the length of the field', () => {
    const index = createTermIndex([4, 1]);
    index.add(1, [['sea'], ['wind', 'tide', 'sand']]);
    index.add(2, [['wind'], ['rain']]);
    index.add(3, [['rain'], ['wind', 'tide']]);
    expect(idsOf(index.find([exactly('wind')]))).toEqual([2, 3, 1]);
    expect(idsOf(index.find([exactly('wind'), exactly('tide')]))).toEqual([3, 1]);
    expect(idsOf(index.find([exactly('win')]))).toEqual([]);
    expect(idsOf(index.find([beginning('win')]))).toEqual([2, 3, 1]);
    expect(idsOf(index.find([]))).toEqual([]);
  });

  it('ranks the word itself above one that begins with it', () => {
    const index = createTermIndex([1]);
    index.add(1, [['harbourmaster']]);
    index.add(2, [['harbour']]);
    index.add(3, [['harbours']]);
    expect(idsOf(index.find([beginning('harbour')]))).toEqual([2, 3, 1]);
  });

  it('counts a word that occurs very often', () => {
    const index = createTermIndex([1, 1]);
    index.add(1, [Array.from({ length: 1000 }, () => 'wind'), ['sea']]);
    expect(idsOf(index.find([exactly('wind')]))).toEqual([1]);
    expect(idsOf(index.find([exactly('sea')]))).toEqual([1]);
  });

  it('ranks like a new index after any removals and additions', () => {
    const words = fc.array(fc.constantFrom('wind', 'win', 'sea', 'seal', 'rain'), { maxLength: 4 });
    const change = fc.record({ id: fc.integer({ min: 1, max: 5 }), fields: fc.option(fc.tuple(words, words)) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const index = createTermIndex([2, 1]);
        const present = new Map<number, readonly [string[], string[]]>();
        for (const { id, fields } of changes) {
          index.remove(id);
          present.delete(id);
          if (fields) index.add(id, fields);
          if (fields) present.set(id, fields);
        }
        const fresh = createTermIndex([2, 1]);
        for (const [id, fields] of present) fresh.add(id, fields);
        for (const query of [[exactly('wind')], [beginning('wi')], [beginning('se'), beginning('win')]])
          expect(ranked(index.find(query))).toEqual(ranked(fresh.find(query)));
        expect(index.size).toBe(present.size);
      }),
      RUNS,
    );
  });
});

describe('a search index', () => {
  const page = (title: string) => ({ title });

  it('returns the best matches and counts all of them', () => {
    const titles = new Map([
      [1, page('wind and rain')],
      [2, page('wind')],
      [3, page('rain')],
      [4, page('wind and wind')],
      [5, page('wind')],
    ]);
    const index = createSearchIndex({
      boost: { title: 1 },
      documentOf: (id) => titles.get(id),
      ids: () => titles.keys(),
    });
    expect(index.find('wind', { admits: () => true, limit: 2 })).toEqual({ ids: [2, 5], total: 4 });
    expect(index.find('wind', { admits: (id) => id !== 2, limit: 9 })).toEqual({ ids: [5, 4, 1], total: 3 });
  });

  it('is rebuilt when it holds more removed documents than present ones', () => {
    let lists = 0;
    const index = createSearchIndex({
      boost: { title: 1 },
      maxLeftovers: 50,
      documentOf: (id) => page(`wind ${id}`),
      ids() {
        lists += 1;
        return [1, 2];
      },
    });
    const find = () => index.find('wind', { admits: () => true, limit: 9 });
    for (let change = 0; change <= 51; change += 1) {
      index.changed(1);
      find();
    }
    expect(lists).toBe(2);
    expect(find()).toEqual({ ids: [1, 2], total: 2 });
  });
});
