import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFindAskedPages } from '../../../src/http/content/askedPages.ts';
import type { PageEntry } from '../../../src/model/entities/page.ts';
import { parsePageOrder } from '../../../src/view/ask/pageOrders.ts';
import { compileWhere } from '../../../src/view/ask/where.ts';
import { showPageItem } from '../../../src/view/page/showPage.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

const TYPES = {
  'content-types/article.yaml': {
    id: 1,
    name: 'Article',
    fieldsSchema: [
      { name: 'n', type: 'number' },
      { name: 's', type: 'text' },
      { name: 'flag', type: 'boolean', default: true },
      { name: 'tags', type: 'multiselect', options: ['a', 'b', 'c'] },
      { name: 'rows', type: 'repeater', fields: [{ name: 'x', type: 'integer' }] },
      { name: 'to', type: 'page' },
    ],
  },
  'content-types/note.yaml': { id: 2, name: 'Note', fieldsSchema: [{ name: 's', type: 'text' }] },
};
const TEXTS = ['a', 'ab', 'B', '3', 'en/p2'];
const PAGES = 6;

const anyPage = fc.record({
  type: fc.constantFrom('article', 'article', 'note'),
  status: fc.constantFrom('published', 'published', 'draft'),
  fields: fc.record(
    {
      n: fc.integer({ min: 0, max: 4 }),
      s: fc.constantFrom(...TEXTS),
      flag: fc.boolean(),
      tags: fc.subarray(['a', 'b', 'c']),
      rows: fc.array(fc.record({ x: fc.integer({ min: 0, max: 3 }) }), { maxLength: 3 }),
      to: fc.integer({ min: 0, max: PAGES - 1 }).map((n) => `en/p${n}`),
    },
    { requiredKeys: [] },
  ),
});

const NUMBER_PATHS = ['n', 'rows.x', 'rows.0.x', 'to.n', 'to'];
const TEXT_PATHS = ['s', 'to.s', 'title', 'type', 'tags'];
const anyCondition = fc.oneof(
  fc.record({
    path: fc.constantFrom(...NUMBER_PATHS),
    operator: fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'),
    operand: fc.integer({ min: 0, max: 6 }),
  }),
  fc.record({
    path: fc.constantFrom(...TEXT_PATHS),
    operator: fc.constantFrom('eq', 'ne', 'starts', 'contains', 'gt'),
    operand: fc.constantFrom(...TEXTS, 'article', 'A'),
  }),
  fc.record({
    path: fc.constantFrom(...TEXT_PATHS),
    operator: fc.constantFrom('in', 'nin'),
    operand: fc.subarray([...TEXTS, 'note'], { minLength: 1 }),
  }),
  fc.record({
    path: fc.constantFrom(...NUMBER_PATHS, ...TEXT_PATHS),
    operator: fc.constant('exists'),
    operand: fc.boolean(),
  }),
  fc.record({ path: fc.constant('flag'), operator: fc.constantFrom('eq', 'ne'), operand: fc.boolean() }),
);
type Condition = typeof anyCondition extends fc.Arbitrary<infer T> ? T : never;
type Tree = Condition | { readonly all: readonly Tree[] } | { readonly any: readonly Tree[] } | { readonly no: Tree };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyCondition,
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ no: tie('tree') }),
  ),
}));

function toWhere(one: Tree): object {
  if ('all' in one) return { and: one.all.map(toWhere) };
  if ('any' in one) return { or: one.any.map(toWhere) };
  if ('no' in one) return { not: toWhere(one.no) };
  return { [one.path]: { [one.operator]: one.operand } };
}

type Item = string | number;
type Shown = {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly fields: Record<string, unknown>;
};

/** Judges the JSON of public answers, as somebody would who has nothing else. */
function naively(one: Tree, page: Shown, all: ReadonlyMap<number, Shown>): boolean {
  if ('all' in one) return one.all.every((part) => naively(part, page, all));
  if ('any' in one) return one.any.some((part) => naively(part, page, all));
  if ('no' in one) return !naively(one.no, page, all);
  const { path, operator, operand } = one;
  const target = all.get(Number(page.fields['to']));
  const rows = page.fields['rows'] as readonly { x?: number }[] | undefined;
  const value: unknown =
    {
      'rows.x': rows?.map(({ x }) => x),
      'rows.0.x': rows?.[0]?.x,
      'to.n': target?.fields['n'],
      'to.s': target?.fields['s'],
      title: page.title,
      type: page.type,
    }[path] ?? (path.includes('.') ? undefined : page.fields[path]);
  const items = [value].flat().filter((item) => item !== undefined && item !== null);
  const some = (test: (item: Item) => boolean): boolean => (items as Item[]).some(test);
  const isSame = (item: unknown): boolean => [operand].flat().some((given) => String(given) === String(item));
  const fold = (text: unknown): string => String(text).toLowerCase();
  const order = (item: Item): number =>
    typeof item === 'number' ? item - Number(operand) : Number(item > String(operand)) - Number(item < String(operand));
  switch (operator) {
    case 'eq':
    case 'in':
      return some(isSame);
    case 'ne':
    case 'nin':
      return !some(isSame);
    case 'lt':
      return some((item) => order(item) < 0);
    case 'lte':
      return some((item) => order(item) <= 0);
    case 'gt':
      return some((item) => order(item) > 0);
    case 'gte':
      return some((item) => order(item) >= 0);
    case 'starts':
      return some((item) => fold(item).startsWith(fold(operand)));
    case 'contains':
      return some((item) => fold(item).includes(fold(operand)));
    default:
      return operand === items.some((item) => item !== '');
  }
}

it('answers exactly the pages that a naive filter over all public answers finds, from indexes or without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPage, { minLength: 1, maxLength: PAGES }), tree, async (pages, condition) => {
      const files = pages.map((page, n) => [`pages/en/p${n}.yaml`, pageFile({ id: n + 1, title: `A${n}`, ...page })]);
      const { content } = siteInMemory({ ...TYPES, ...Object.fromEntries(files) });
      const listed = content.pages({ locale: 'en' }, 'slug', 'asc');
      const shown = new Map(listed.map((page) => [page.id, showPageItem(page, { lookup: content }) as Shown]));
      const scope = { lookup: content, types: [...content.all('contentType')] };
      const { test, indexed, types } = compileWhere(toWhere(condition), scope);
      const order = parsePageOrder('slug', scope);
      if (typeof order === 'string') throw new Error(order);
      const find = async (using: typeof indexed): Promise<readonly number[]> => {
        const asked = { filter: { locale: 'en' }, types, order, indexed: using, createTest: () => test };
        const found = await createFindAskedPages(content)({ ...asked, isOver: () => false });
        return found.map(({ id }: PageEntry) => id);
      };
      const naive = [...shown.values()].filter((page) => naively(condition, page, shown)).map(({ id }) => id);
      expect([await find(indexed), await find([])]).toEqual([naive, naive]);
    }),
    { numRuns: 150 },
  );
});
