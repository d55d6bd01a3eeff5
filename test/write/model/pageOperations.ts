import fc from 'fast-check';
import {
  flatten,
  idOfKey,
  keyOf,
  moveKey,
  type PageState,
  type PlacedBlock,
  type State,
  type Status,
} from './state.ts';
import { give, isTaken, type Operation, pick, type Step } from './step.ts';

const n = fc.nat({ max: 60 });
const slug = fc.constantFrom('one', 'One', 'two', 'two/three', 'four', 'ünï');
const locale = fc.constantFrom('en', 'es', 'de');
const title = fc.constantFrom('A', 'B: c', '"D"', '- e', 'ünï', '#f');
const status = fc.constantFrom<Status[]>('draft', 'published', 'archived');
const region = fc.constantFrom('main', 'side');
const summary = fc.constantFrom('yes', 'no: 1', null);
const CONFLICT = '409 CONFLICT';
const INVALID = '400 VALIDATION';

const localeOf = (state: State, name: string): readonly PageState[] =>
  [...state.pages.values()].filter((page) => page.locale === name);
const termIds = (state: State): readonly number[] =>
  [...state.taxonomies.values()].flatMap(({ terms }) => flatten(terms).map(({ id }) => id));

/** Why a page cannot stand like this. */
const refusalOfPage = (state: State, page: Pick<PageState, 'typeId' | 'status' | 'summary'>): string | undefined =>
  state.contentTypes.get(page.typeId)!.requiresSummary && page.status === 'published' && page.summary === null
    ? INVALID
    : undefined;

/** A page as the answer to its creation shows it, its blocks under the ids they got. */
function addPage(state: State, page: Omit<PageState, 'id'>, data: Shown): void {
  const shown = Object.values(data.regions as Record<string, { pb_id: number }[]>).flat();
  for (const { pb_id } of shown) give(state, 'block', pb_id);
  const blocks = page.blocks.map((block) => {
    const index = page.blocks.filter(({ region: name }) => name === block.region).indexOf(block);
    return { ...block, id: data.regions[block.region][index].pb_id };
  });
  state.pages.set(give(state, 'page', data.id), { ...page, blocks, id: data.id });
}
// biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
type Shown = any;

const fieldsOf = (state: State, page: Pick<PageState, 'summary' | 'related'>): object => ({
  ...(page.summary !== null && { summary: page.summary }),
  ...(page.related !== null && { related: idOfKey(state, page.related) }),
});

const pageInput = fc.record({
  n,
  title,
  slug,
  locale,
  status,
  summary,
  related: n,
  terms: fc.array(n, { maxLength: 2 }),
});
type PageChoice = typeof pageInput extends fc.Arbitrary<infer T> ? T : never;

function pageFrom(state: State, choice: PageChoice): Omit<PageState, 'id'> {
  const related = choice.related % 3 === 0 ? undefined : pick(state.pages.values(), choice.related);
  const terms = choice.terms.flatMap((one) => pick(termIds(state), one) ?? []);
  return {
    ...{ title: choice.title, slug: choice.slug, locale: choice.locale, status: choice.status },
    summary: choice.summary,
    typeId: pick(state.contentTypes.keys(), choice.n)!,
    group: null,
    related: related ? keyOf(related) : null,
    terms: new Set(terms),
    blocks: [],
  };
}

const create = fc.tuple(pageInput, fc.array(fc.tuple(n, summary), { maxLength: 2 })).map(
  ([choice, texts]): Operation =>
    (state) => {
      const blocks = texts.map(([type, text]): PlacedBlock => {
        return { id: 0, region: 'main', shared: null, typeId: pick(state.blockTypes.keys(), type)!, text };
      });
      const page = { ...pageFrom(state, choice), blocks };
      const { title, slug, locale, status, typeId } = page;
      const main = blocks.map(({ typeId: blockTypeId, text }) => ({
        blockTypeId,
        fields: text === null ? {} : { text },
      }));
      const body = { title, slug, locale, status, typeId, terms: [...page.terms], regions: { main } };
      return {
        call: 'POST /admin/pages',
        body: { ...body, fields: fieldsOf(state, page) },
        refusal: refusalOfPage(state, page) ?? (isTaken(localeOf(state, locale), slug) ? CONFLICT : undefined),
        status: 201,
        apply: (data) => addPage(state, page, data),
      };
    },
);

/** An update replaces what it names; `given` chooses what that is. */
const update = fc.tuple(n, pageInput, fc.subarray(['title', 'slug', 'status', 'fields', 'terms', 'typeId'])).map(
  ([at, choice, given]): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      if (!page) return null;
      const wanted = pageFrom(state, choice);
      const has = (key: string): boolean => given.includes(key);
      const next = {
        title: has('title') ? wanted.title : page.title,
        slug: has('slug') ? wanted.slug : page.slug,
        status: has('status') ? wanted.status : page.status,
        typeId: has('typeId') ? wanted.typeId : page.typeId,
        ...(has('fields') ? { summary: wanted.summary, related: wanted.related } : { summary: page.summary }),
        ...(has('terms') && { terms: wanted.terms }),
      };
      const { title, slug, status, typeId } = next;
      const values = { title, slug, status, typeId, fields: fieldsOf(state, wanted), terms: [...wanted.terms] };
      return {
        call: `PUT /admin/pages/${page.id}`,
        body: Object.fromEntries(Object.entries(values).filter(([key]) => has(key))),
        refusal:
          refusalOfPage(state, next) ?? (isTaken(localeOf(state, page.locale), slug, page.id) ? CONFLICT : undefined),
        commits: 1,
        apply: () => change(state, page, next),
      };
    },
);

function change(state: State, page: PageState, next: Partial<PageState>): void {
  const from = keyOf(page);
  Object.assign(page, next);
  if (keyOf(page) !== from) moveKey(state, from, keyOf(page));
}

const upsert = pageInput.map(
  (choice): Operation =>
    (state) => {
      const wanted = pageFrom(state, choice);
      const { title, slug, locale, status, typeId, summary, related } = wanted;
      const present = localeOf(state, locale).find((page) => page.slug === slug);
      return {
        call: 'POST /admin/pages/upsert',
        body: { title, slug, locale, status, typeId, fields: fieldsOf(state, wanted) },
        refusal:
          refusalOfPage(state, wanted) ?? (isTaken(localeOf(state, locale), slug, present?.id) ? CONFLICT : undefined),
        status: present ? 200 : 201,
        commits: 1,
        apply(data) {
          if (present) Object.assign(present, { title, status, typeId, summary, related });
          else addPage(state, { ...wanted, terms: new Set() }, data);
        },
      };
    },
);

function remove(state: State, page: PageState): void {
  state.pages.delete(page.id);
}

const removeOne = n.map(
  (at): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      return page ? { call: `DELETE /admin/pages/${page.id}`, apply: () => remove(state, page) } : null;
    },
);

const BULK: Readonly<Record<string, Status | undefined>> = {
  publish: 'published',
  unpublish: 'draft',
  archive: 'archived',
  delete: undefined,
};

const bulk = fc.tuple(fc.array(n, { minLength: 1, maxLength: 4 }), fc.constantFrom(...Object.keys(BULK))).map(
  ([picks, action]): Operation =>
    (state) => {
      // One pick in nine names a page that does not exist.
      const ids = picks.map((one) => (one % 9 === 0 ? 100_000 + one : (pick(state.pages.keys(), one) ?? 100_000)));
      const found = [...new Set(ids)].flatMap((id) => state.pages.get(id) ?? []);
      const status = BULK[action];
      const refusal = status && found.map((page) => refusalOfPage(state, { ...page, status })).find(Boolean);
      return {
        call: 'POST /admin/pages/bulk',
        body: { ids, action },
        refusal,
        commits: found.length > 0 ? 1 : 0,
        apply(data) {
          if (data.affected !== found.length) throw new Error(`${data.affected} pages, not ${found.length}`);
          for (const page of found) {
            if (status) page.status = status;
            else remove(state, page);
          }
        },
      };
    },
);

const copyOf = (page: PageState): Omit<PageState, 'id'> => ({
  ...page,
  status: 'draft',
  terms: new Set(page.terms),
  blocks: page.blocks.map((block) => ({ ...block })),
});

const translate = fc.tuple(n, locale).map(
  ([at, to]): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      if (!page) return null;
      const group = [...state.pages.values()].filter((one) => one === page || (page.group && one.group === page.group));
      const isRefused = group.some((one) => one.locale === to) || isTaken(localeOf(state, to), page.slug);
      return {
        call: `POST /admin/pages/${page.id}/translate`,
        body: { locale: to },
        refusal: isRefused ? CONFLICT : undefined,
        status: 201,
        apply(data) {
          page.group ??= data.translationGroupId;
          addPage(state, { ...copyOf(page), locale: to }, data);
        },
      };
    },
);

const duplicate = n.map(
  (at): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      if (!page) return null;
      const candidates = Array.from(
        { length: 50 },
        (_, count) => `${page.slug}-copy${count === 0 ? '' : `-${count + 1}`}`,
      );
      const slug = candidates.find((one) => !isTaken(localeOf(state, page.locale), one))!;
      return {
        call: `POST /admin/pages/${page.id}/duplicate`,
        status: 201,
        apply: (data) => addPage(state, { ...copyOf(page), title: `${page.title} (Copy)`, slug, group: null }, data),
      };
    },
);

const setTerms = fc.tuple(n, fc.array(n, { maxLength: 3 })).map(
  ([at, picks]): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      if (!page) return null;
      const ids = picks.flatMap((one) => pick(termIds(state), one) ?? []);
      return {
        call: `PUT /admin/pages/${page.id}/terms`,
        body: { termIds: ids },
        commits: 1,
        apply: () => {
          page.terms = new Set(ids);
        },
      };
    },
);

const oneTerm = fc.tuple(n, n, fc.boolean()).map(
  ([at, which, isAdded]): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      const id = pick(termIds(state), which);
      if (!page || id === undefined) return null;
      const has = page.terms.has(id);
      const call = `/admin/pages/${page.id}/terms`;
      if (isAdded)
        return {
          ...{ call: `POST ${call}`, body: { termId: id }, status: has ? 200 : 201, commits: 1 },
          apply: () => page.terms.add(id),
        };
      return {
        ...{ call: `DELETE ${call}/${id}`, refusal: has ? undefined : '404 NOT_FOUND', commits: 1 },
        apply: () => page.terms.delete(id),
      };
    },
);

/** Puts a block into a region of the model: at its end unless a place is given. */
function insert(page: PageState, block: PlacedBlock, position: number | undefined): void {
  const before = page.blocks.filter((one) => one.region === block.region);
  const next = position === undefined ? undefined : before[position];
  page.blocks.splice(next ? page.blocks.indexOf(next) : page.blocks.length, 0, block);
}

const position = fc.constantFrom(undefined, 0, 1, 7);

const place = fc.tuple(n, n, region, position, summary).map(
  ([at, which, where, index, text]): Operation =>
    (state) => {
      const page = pick(state.pages.values(), at);
      if (!page) return null;
      const shared = which % 2 === 0 ? pick(state.blocks.values(), which) : undefined;
      const typeId = shared?.typeId ?? pick(state.blockTypes.keys(), which)!;
      const fields = text === null ? {} : { text };
      const content = shared
        ? { blockId: shared.id, ...(text && { overrides: fields }) }
        : { blockTypeId: typeId, fields };
      return {
        call: `POST /admin/pages/${page.id}/blocks`,
        body: { region: where, ...content, ...(index !== undefined && { position: index }) },
        status: 201,
        apply(data) {
          const id = give(state, 'block', data.id);
          insert(page, { id, region: where, shared: shared?.id ?? null, typeId, text }, index);
        },
      };
    },
);

const onBlock = (choose: (page: PageState, block: PlacedBlock) => Omit<Step, 'call'> & { readonly call: string }) =>
  fc.tuple(n, n).map(
    ([at, which]): Operation =>
      (state) => {
        const page = pick(
          [...state.pages.values()].filter(({ blocks }) => blocks.length > 0),
          at,
        );
        const block = page && pick(page.blocks, which);
        return page && block ? { commits: 1, ...choose(page, block) } : null;
      },
  );

const move = fc.tuple(region, position).chain(([where, index]) =>
  onBlock((page, block) => ({
    call: `PUT /admin/pages/${page.id}/blocks/pb_${block.id}`,
    body: { region: where, ...(index !== undefined && { position: index }) },
    apply() {
      if (where === block.region && index === undefined) return;
      page.blocks.splice(page.blocks.indexOf(block), 1);
      block.region = where;
      insert(page, block, index);
    },
  })),
);

const edit = fc.tuple(fc.constantFrom('changed', 'x: y'), fc.boolean()).chain(([text, isByBlock]) =>
  onBlock((page, block) => {
    const content = block.shared === null ? { fields: { text } } : { overrides: { text } };
    const isInline = block.shared === null && isByBlock;
    return {
      call: isInline ? `PUT /admin/blocks/${block.id}` : `PUT /admin/pages/${page.id}/blocks/${block.id}`,
      body: content,
      // A block's own address counts as the block's, which may stay as it is.
      ...(isInline && { commits: block.text === text ? 0 : 1 }),
      apply: () => {
        block.text = text;
      },
    };
  }),
);

const removeBlock = fc.boolean().chain((isByBlock) =>
  onBlock((page, block) => ({
    ...(block.shared === null && isByBlock
      ? { call: `DELETE /admin/blocks/${block.id}`, refusal: '409 IN_USE' }
      : { call: `DELETE /admin/pages/${page.id}/blocks/${block.id}` }),
    apply: () => page.blocks.splice(page.blocks.indexOf(block), 1),
  })),
);

/** All blocks of a region in reverse, and one from another region. */
const order = region.chain((where) =>
  onBlock((page, block) => {
    const members = [...new Set([...page.blocks.filter((one) => one.region === where), block])].reverse();
    return {
      call: `PUT /admin/pages/${page.id}/blocks-order`,
      body: { region: where, order: members.map(({ id }) => `pb_${id}`) },
      apply() {
        block.region = where;
        page.blocks = [...page.blocks.filter((one) => !members.includes(one)), ...members];
      },
    };
  }),
);

/** What editors do to pages, by how often. */
export const pageOperations: readonly fc.WeightedArbitrary<Operation>[] = [
  { weight: 8, arbitrary: create },
  { weight: 6, arbitrary: update },
  { weight: 2, arbitrary: upsert },
  { weight: 2, arbitrary: removeOne },
  { weight: 3, arbitrary: bulk },
  { weight: 2, arbitrary: translate },
  { weight: 2, arbitrary: duplicate },
  { weight: 2, arbitrary: setTerms },
  { weight: 2, arbitrary: oneTerm },
  { weight: 4, arbitrary: place },
  { weight: 2, arbitrary: move },
  { weight: 2, arbitrary: edit },
  { weight: 1, arbitrary: removeBlock },
  { weight: 2, arbitrary: order },
];
