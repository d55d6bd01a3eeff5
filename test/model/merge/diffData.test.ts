import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameJson } from '../../../src/lib/json/sameJson.ts';
import { diffData } from '../../../src/model/merge/diffData.ts';
import type { ValuePath } from '../../../src/model/reference.ts';
import { runs } from '../../effort.ts';
import { edit } from './edit.ts';
import { card, doc, pageData, paragraph } from './fixtures.ts';
import { SAMPLES } from './samples.ts';

const valueAt = (value: unknown, path: ValuePath): unknown =>
  path.reduce((part, step) => (part as Readonly<Record<string, unknown>> | undefined)?.[step], value);

describe('the difference of two versions of a record', () => {
  it('names fields by their keys, and a document as one value', () => {
    const before = pageData({ fields: { body: doc(paragraph('One')), text: 'a', gone: 1 } });
    const after = pageData({ title: 'Other', fields: { body: doc(paragraph('Two')), text: 'a', tags: ['x'] } });
    expect(diffData(before, after)).toEqual([
      { path: ['title'], change: 'changed', before: 'About us', after: 'Other' },
      { path: ['fields', 'body'], change: 'changed', before: doc(paragraph('One')), after: doc(paragraph('Two')) },
      { path: ['fields', 'gone'], change: 'removed', before: 1 },
      { path: ['fields', 'tags'], change: 'added', after: ['x'] },
    ]);
  });

  it('follows blocks from region to region, and reports their changes separately', () => {
    const before = pageData({ regions: { main: [card(1, 'a'), card(2, 'b'), card(3, 'c')], aside: [] } });
    const after = pageData({ regions: { main: [card(4, 'd'), card(2, 'b')], aside: [card(1, 'e')] } });
    expect(diffData(before, after)).toEqual([
      { path: ['regions', 'main', 0], change: 'added', after: card(4, 'd') },
      { path: ['regions', 'aside', 0], change: 'moved', from: ['regions', 'main', 0] },
      { path: ['regions', 'aside', 0, 'fields', 'text'], change: 'changed', before: 'a', after: 'e' },
      { path: ['regions', 'main', 2], change: 'removed', before: card(3, 'c') },
    ]);
  });

  it('recognizes items without ids by their content', () => {
    const items = (...texts: readonly string[]) => pageData({ fields: { list: texts.map((text) => ({ text })) } });
    expect(diffData(items('one two', 'three four'), items('new', 'one two', 'three five'))).toEqual([
      { path: ['fields', 'list', 0], change: 'added', after: { text: 'new' } },
      { path: ['fields', 'list', 2, 'text'], change: 'changed', before: 'three four', after: 'three five' },
    ]);
  });

  it('reports an item that is added or removed once, with everything below it', () => {
    const item = (id: number, ...children: readonly object[]) => ({ id, title: `Item ${id}`, children });
    const menu = (...items: readonly object[]) => ({ slug: 'main', name: 'Main', items });
    const [small, large] = [menu(item(1)), menu(item(1), item(2, item(3)))];
    expect(diffData(small, large)).toEqual([{ path: ['items', 1], change: 'added', after: item(2, item(3)) }]);
    expect(diffData(large, small)).toEqual([{ path: ['items', 1], change: 'removed', before: item(2, item(3)) }]);
    expect(diffData(menu(item(1), item(3)), menu(item(1, item(3))))).toEqual([
      { path: ['items', 0, 'children', 0], change: 'moved', from: ['items', 1] },
    ]);
  });

  it('gives the earlier path of a value removed from an item that has moved', () => {
    const list = (...items: readonly object[]) => pageData({ fields: { list: items } });
    const [gone, kept] = [{ text: 'one two' }, { text: 'three four', more: 'five' }];
    expect(diffData(list(gone, kept), list({ text: 'three four' }))).toEqual([
      { path: ['fields', 'list', 1, 'more'], change: 'removed', before: 'five' },
      { path: ['fields', 'list', 0], change: 'removed', before: gone },
    ]);
  });

  it('is empty if nothing differs, and gives paths at which the values are', () => {
    const seeds = fc.array(fc.nat(), { maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(SAMPLES)), seeds, (before, edits) => {
        const after = edits.reduce<unknown>(edit, before) as object;
        const found = diffData(before, after);
        expect(found.length === 0).toBe(sameJson(before, after));
        for (const { path, change, from, after: next } of found) {
          if (change === 'removed') expect(valueAt(before, path)).toBeDefined();
          if (change === 'added' || change === 'changed') expect(valueAt(after, path)).toEqual(next);
          if (from) expect(valueAt(before, from)).toBeDefined();
        }
      }),
      { numRuns: runs(2000, 150) },
    );
  });
});
