import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/model/entities/page.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { showRevisionDiff } from '../../../src/view/admin/revisionDiff.ts';

const PAGE: Page = {
  locale: 'en',
  slug: 'a',
  type: 'plain',
  title: 'A',
  status: 'draft',
  slugOverride: false,
  terms: {},
  seo: {},
  fields: {},
  regions: {},
};

const diff = (before: Partial<Page>, after: Partial<Page>) =>
  showRevisionDiff({ ...PAGE, ...before }, { ...PAGE, ...after }, createStore()).map(
    ({ path, before: old, after: fresh }) => [path.join('.'), old, fresh],
  );

const blocks = (...ids: readonly number[]) => ids.map((id) => ({ id, type: 'text', fields: { n: id } }));
const moved = (position: number, region = 'main') => ({ region, position });

describe('fields', () => {
  it.for([
    [
      { a: 1, b: 2 },
      { a: 1, b: 3, c: 4 },
      [
        ['fields.b', 2, 3],
        ['fields.c', null, 4],
      ],
    ],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [['fields.a.b.c', 1, 2]]],
    [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] }, [['fields.a.1.b', 2, 3]]],
    [{ a: [{ b: 1 }] }, { a: [] }, [['fields.a', [{ b: 1 }], []]]],
    [{ a: [1, 2] }, { a: [1, 3] }, [['fields.a', [1, 2], [1, 3]]]],
    [{ a: null }, { a: { b: 1 } }, [['fields.a', null, { b: 1 }]]],
    [{ a: { b: 1 } }, { a: { b: 1 } }, []],
    [
      { toString: 'x' },
      { valueOf: 'y' },
      [
        ['fields.toString', 'x', null],
        ['fields.valueOf', null, 'y'],
      ],
    ],
  ] as const)('%j to %j: %j', ([before, after, changes]) => {
    expect(diff({ fields: before }, { fields: after })).toEqual(changes);
  });

  it('of rich text are one value', () => {
    const doc = (text: string) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    });
    expect(diff({ fields: { body: doc('a') } }, { fields: { body: doc('b') } })).toEqual([
      ['fields.body', doc('a'), doc('b')],
    ]);
  });
});

describe('blocks', () => {
  const regions = (...ids: readonly number[]) => ({ regions: { main: blocks(...ids) } });

  it('that only make room for others are not reported', () => {
    const added = diff(regions(1, 2), regions(3, 1, 2));
    expect(added).toEqual([['regions.main.pb_3', null, { block_type: 'text', title: null, fields: { n: 3 } }]]);
    expect(diff(regions(1, 2, 3), regions(2, 3)).map(([path]) => path)).toEqual(['regions.main.pb_1']);
  });

  it('are reported as moved as rarely as possible', () => {
    expect(diff(regions(1, 2, 3, 4), regions(4, 1, 2, 3))).toEqual([
      ['regions.main.pb_4.position', moved(3), moved(0)],
    ]);
    expect(diff(regions(1, 2), regions(2, 1))).toHaveLength(1);
  });

  it('that move to another region and change report both', () => {
    const after = { regions: { main: [], aside: [{ id: 1, type: 'text', fields: { n: 5 } }] } };
    expect(diff(regions(1), after)).toEqual([
      ['regions.aside.pb_1.position', moved(0), moved(0, 'aside')],
      ['regions.aside.pb_1.fields.n', 1, 5],
    ]);
  });

  it('without ids are compared by their place', () => {
    const at = (n: number) => ({
      regions: {
        main: [
          { id: 0, type: 'text', fields: { n } },
          { id: 0, type: 'text', fields: {} },
        ],
      },
    });
    expect(diff(at(1), at(2))).toEqual([['regions.main.main-0.fields.n', 1, 2]]);
  });

  it('that are reusable report only their overrides', () => {
    const shared = (overrides?: Readonly<Record<string, unknown>>) => ({
      regions: { main: [{ id: 1, block: 'motto', ...(overrides && { overrides }) }] },
    });
    expect(diff(shared(), shared({ tone: 'loud' }))).toEqual([['regions.main.pb_1.overrides', null, { tone: 'loud' }]]);
  });
});
