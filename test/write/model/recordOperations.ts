import fc from 'fast-check';
import {
  BLOCK_FIELDS,
  dissolve,
  FREE_FIELDS,
  flatten,
  type ItemState,
  keyOf,
  type Named,
  type State,
  type TermState,
  take,
} from './state.ts';
import { give, isTaken, type Operation, pick } from './step.ts';

const n = fc.nat({ max: 60 });
const name = fc.constantFrom('A', 'B: c', '"D"', 'ünï', '#f');
const slug = fc.constantFrom('uno', 'Uno', 'dos', 'tres', 'cuatro', 'cinco');
const CONFLICT = '409 CONFLICT';
const INVALID = '400 VALIDATION';

type Plural = 'menus' | 'taxonomies' | 'contentTypes' | 'blockTypes';
const PATHS: Readonly<Record<Plural, string>> = {
  menus: 'menus',
  taxonomies: 'taxonomies',
  contentTypes: 'content-types',
  blockTypes: 'block-types',
};
/** What a new record of a kind has besides name and slug: in its body, and in the model. */
const EXTRAS: Readonly<Record<Plural, (which: number) => readonly [object, object]>> = {
  menus: () => [{}, { items: [] }],
  taxonomies: (which) => [{ hierarchical: which % 2 === 0 }, { hierarchical: which % 2 === 0, terms: [] }],
  contentTypes: () => [{ fieldsSchema: FREE_FIELDS }, { requiresSummary: false }],
  blockTypes: () => [{ fieldsSchema: BLOCK_FIELDS }, {}],
};
const plural = fc.constantFrom<Plural[]>('menus', 'taxonomies', 'contentTypes', 'blockTypes');

// Each kind's records have a name and a slug; what else they have comes from its own row.
const recordsOf = (state: State, kind: Plural): Map<number, Named> => state[kind] as Map<number, Named>;

const create = fc.tuple(plural, n, name, slug).map(
  ([kind, which, called, wanted]): Operation =>
    (state) => {
      const records = recordsOf(state, kind);
      const [body, extra] = EXTRAS[kind](which);
      return {
        call: `POST /admin/${PATHS[kind]}`,
        body: { name: called, slug: wanted, ...body },
        refusal: isTaken(records.values(), wanted) ? CONFLICT : undefined,
        status: 201,
        apply: ({ id }) => records.set(give(state, kind, id), { id, name: called, slug: wanted, ...extra }),
      };
    },
);

const rename = fc.tuple(plural, n, name, fc.option(slug)).map(
  ([kind, at, called, wanted]): Operation =>
    (state) => {
      const record = pick(recordsOf(state, kind).values(), at);
      if (!record) return null;
      const next = wanted ?? record.slug;
      return {
        call: `PUT /admin/${PATHS[kind]}/${record.id}`,
        body: { name: called, ...(wanted && { slug: wanted }) },
        refusal: isTaken(recordsOf(state, kind).values(), next, record.id) ? CONFLICT : undefined,
        apply: () => Object.assign(record, { name: called, slug: next }),
      };
    },
);

/** Whether something mentions a record, so that it cannot be removed. */
const isUsed: Readonly<Record<Plural, (state: State, id: number) => boolean>> = {
  menus: () => false,
  taxonomies: () => false,
  contentTypes: ({ pages }, id) => [...pages.values()].some(({ typeId }) => typeId === id),
  blockTypes: ({ pages, blocks }, id) =>
    [
      ...blocks.values(),
      ...[...pages.values()].flatMap((page) => page.blocks.filter(({ shared }) => shared === null)),
    ].some(({ typeId }) => typeId === id),
};

const remove = fc.tuple(plural, n).map(
  ([kind, at]): Operation =>
    (state) => {
      const record = pick(recordsOf(state, kind).values(), at);
      // The two types the site begins with stay, so that there is always one to make pages of.
      if (!record || (record.id <= 2 && kind.endsWith('Types'))) return null;
      return {
        call: `DELETE /admin/${PATHS[kind]}/${record.id}`,
        refusal: isUsed[kind](state, record.id) ? '409 IN_USE' : undefined,
        apply() {
          const gone = kind === 'taxonomies' ? flatten(state.taxonomies.get(record.id)!.terms) : [];
          for (const page of state.pages.values()) for (const { id } of gone) page.terms.delete(id);
          recordsOf(state, kind).delete(record.id);
        },
      };
    },
);

const position = fc.constantFrom(undefined, 0, 1, 9);

/** Puts a node below a parent: at the end of its children unless a place is given. */
function insert<T extends { children: T[]; id: number }>(
  nodes: T[],
  node: T,
  parentId: number | null,
  index = 999,
): void {
  const parent = flatten(nodes).find(({ id }) => id === parentId);
  (parent?.children ?? nodes).splice(index, 0, node);
}

const addItem = fc.tuple(n, name, n, n, position).map(
  ([at, title, parent, shows, index]): Operation =>
    (state) => {
      const menu = pick(state.menus.values(), at);
      if (!menu) return null;
      const page = pick(state.pages.values(), shows);
      const parentId = parent % 3 === 0 ? null : (pick(flatten(menu.items), parent)?.id ?? null);
      return {
        call: `POST /admin/menus/${menu.id}/items`,
        body: { title, parentId, ...(page && { pageId: page.id }), ...(index !== undefined && { position: index }) },
        status: 201,
        apply({ id }) {
          const item = { id: give(state, 'item', id), title, page: page ? keyOf(page) : null, children: [] };
          insert<ItemState>(menu.items, item, parentId, index);
        },
      };
    },
);

const changeItem = fc.tuple(n, n, n, name, fc.option(n, { nil: undefined }), position).map(
  ([at, which, shows, title, parent, index]): Operation =>
    (state) => {
      const menu = pick(
        [...state.menus.values()].filter(({ items }) => items.length > 0),
        at,
      );
      const item = menu && pick(flatten(menu.items), which);
      if (!menu || !item) return null;
      const page = pick(state.pages.values(), shows);
      const wanted = parent === undefined ? undefined : parent % 3 === 0 ? null : pick(flatten(menu.items), parent)!.id;
      return {
        call: `PUT /admin/menus/${menu.id}/items/${item.id}`,
        body: { title, pageId: page?.id ?? null, parentId: wanted, position: index },
        refusal: flatten([item]).some(({ id }) => id === wanted) ? INVALID : undefined,
        apply() {
          Object.assign(item, { title, page: page ? keyOf(page) : null });
          const holder = flatten(menu.items).find(({ children }) => children.includes(item))?.id ?? null;
          const target = wanted === undefined ? holder : wanted;
          if (target === holder && index === undefined) return;
          insert(menu.items, take(menu.items, item.id), target, index);
        },
      };
    },
);

const removeItem = fc.tuple(n, n).map(
  ([at, which]): Operation =>
    (state) => {
      const menu = pick(
        [...state.menus.values()].filter(({ items }) => items.length > 0),
        at,
      );
      const item = menu && pick(flatten(menu.items), which);
      if (!menu || !item) return null;
      const call = `DELETE /admin/menus/${menu.id}/items/${item.id}`;
      return { call, apply: () => dissolve(menu.items, item.id) };
    },
);

/** All items on one level, reversed or in order. */
const orderItems = fc.tuple(n, fc.boolean()).map(
  ([at, isReversed]): Operation =>
    (state) => {
      const menu = pick(state.menus.values(), at);
      if (!menu) return null;
      const row = isReversed ? [...flatten(menu.items)].reverse() : [...flatten(menu.items)];
      return {
        call: `PUT /admin/menus/${menu.id}/items-order`,
        body: { items: row.map(({ id }, index) => ({ id, parentId: null, position: index })) },
        apply() {
          for (const item of row) item.children = [];
          menu.items = row;
        },
      };
    },
);

const addTerm = fc.tuple(n, name, slug, n).map(
  ([at, called, wanted, parent]): Operation =>
    (state) => {
      const vocabulary = pick(state.taxonomies.values(), at);
      if (!vocabulary) return null;
      const all = flatten(vocabulary.terms);
      const parentId = parent % 3 === 0 ? undefined : pick(all, parent)?.id;
      const isWrong = parentId !== undefined && !vocabulary.hierarchical;
      return {
        call: `POST /admin/taxonomies/${vocabulary.id}/terms`,
        body: { name: called, slug: wanted, parentId },
        refusal: isWrong ? INVALID : all.some((term) => term.slug === wanted) ? CONFLICT : undefined,
        status: 201,
        apply({ id }) {
          const term = { id: give(state, 'term', id), name: called, slug: wanted, children: [] };
          insert<TermState>(vocabulary.terms, term, parentId ?? null);
        },
      };
    },
);

const changeTerm = fc.tuple(n, n, name, slug).map(
  ([at, which, called, wanted]): Operation =>
    (state) => {
      const vocabulary = pick(
        [...state.taxonomies.values()].filter(({ terms }) => terms.length > 0),
        at,
      );
      const term = vocabulary && pick(flatten(vocabulary.terms), which);
      if (!vocabulary || !term) return null;
      const isOther = flatten(vocabulary.terms).some((one) => one !== term && one.slug === wanted);
      return {
        call: `PUT /admin/taxonomies/${vocabulary.id}/terms/${term.id}`,
        body: { name: called, slug: wanted },
        refusal: isOther ? CONFLICT : undefined,
        apply: () => Object.assign(term, { name: called, slug: wanted }),
      };
    },
);

const removeTerm = fc.tuple(n, n).map(
  ([at, which]): Operation =>
    (state) => {
      const vocabulary = pick(
        [...state.taxonomies.values()].filter(({ terms }) => terms.length > 0),
        at,
      );
      const term = vocabulary && pick(flatten(vocabulary.terms), which);
      if (!vocabulary || !term) return null;
      return {
        call: `DELETE /admin/taxonomies/${vocabulary.id}/terms/${term.id}`,
        apply() {
          dissolve(vocabulary.terms, term.id);
          for (const page of state.pages.values()) page.terms.delete(term.id);
        },
      };
    },
);

const createBlock = fc.tuple(name, n, name).map(
  ([title, type, text]): Operation =>
    (state) => {
      const typeId = pick(state.blockTypes.keys(), type)!;
      return {
        call: 'POST /admin/blocks',
        body: { title, typeId, fields: { text } },
        status: 201,
        apply: ({ id }) => state.blocks.set(give(state, 'block', id), { id, typeId, title, text }),
      };
    },
);

const changeBlock = fc.tuple(n, name, name).map(
  ([at, title, text]): Operation =>
    (state) => {
      const block = pick(state.blocks.values(), at);
      if (!block) return null;
      const call = `PUT /admin/blocks/${block.id}`;
      return { call, body: { title, fields: { text } }, apply: () => Object.assign(block, { title, text }) };
    },
);

const removeBlock = n.map(
  (at): Operation =>
    (state) => {
      const block = pick(state.blocks.values(), at);
      if (!block) return null;
      const isPlaced = [...state.pages.values()].some(({ blocks }) => blocks.some(({ shared }) => shared === block.id));
      return {
        call: `DELETE /admin/blocks/${block.id}`,
        refusal: isPlaced ? '409 IN_USE' : undefined,
        apply: () => state.blocks.delete(block.id),
      };
    },
);

const fromPath = fc.constantFrom('/a', '/b', '/c/d');
const toPath = fc.constantFrom('/to', 'https://example.org/x', '/to?x=1');

const putRedirect = fc.tuple(fc.option(n), fromPath, toPath).map(
  ([at, from, to]): Operation =>
    (state) => {
      const present = at === null ? undefined : pick(state.redirects.values(), at);
      const isFree = ![...state.redirects.values()].some((one) => one !== present && one.fromPath === from);
      return {
        call: present ? `PUT /admin/redirects/${present.id}` : 'POST /admin/redirects',
        body: { fromPath: from, toPath: to },
        refusal: isFree ? undefined : CONFLICT,
        status: present ? 200 : 201,
        apply({ id }) {
          const redirect = present ?? { id: give(state, 'redirect', id), fromPath: from, toPath: to };
          state.redirects.set(id, Object.assign(redirect, { fromPath: from, toPath: to }));
        },
      };
    },
);

const removeRedirect = n.map(
  (at): Operation =>
    (state) => {
      const redirect = pick(state.redirects.values(), at);
      if (!redirect) return null;
      return { call: `DELETE /admin/redirects/${redirect.id}`, apply: () => state.redirects.delete(redirect.id) };
    },
);

/** What admins do to everything but pages, by how often. */
export const recordOperations: readonly fc.WeightedArbitrary<Operation>[] = [
  { weight: 5, arbitrary: create },
  { weight: 4, arbitrary: rename },
  { weight: 2, arbitrary: remove },
  { weight: 4, arbitrary: addItem },
  { weight: 3, arbitrary: changeItem },
  { weight: 1, arbitrary: removeItem },
  { weight: 1, arbitrary: orderItems },
  { weight: 4, arbitrary: addTerm },
  { weight: 2, arbitrary: changeTerm },
  { weight: 1, arbitrary: removeTerm },
  { weight: 3, arbitrary: createBlock },
  { weight: 1, arbitrary: changeBlock },
  { weight: 1, arbitrary: removeBlock },
  { weight: 2, arbitrary: putRedirect },
  { weight: 1, arbitrary: removeRedirect },
];
