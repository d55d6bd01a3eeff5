import type { PageEntry } from '../../../model/entities/page.ts';
import { invalidAt } from '../../../model/errors.ts';
import { isMapping } from '../../../model/fields/values.ts';
import { trimSlug } from '../../../model/text/slug.ts';
import { parsePageOrder } from '../../../view/ask/pageOrders.ts';
import { compileWhere } from '../../../view/ask/where.ts';
import { describeAsked, findStart } from '../../content/askedList.ts';
import { createFindAskedPages, type FindAskedPages } from '../../content/askedPages.ts';
import { askContent, readContentLocale } from '../../content/query.ts';
import { readWhole } from '../../content/readWhole.ts';
import { OWN_SORTS } from './describeTypes.ts';
import { showEntry, type TypedView } from './showEntry.ts';
import type { FieldShape, TypedContentType, TypedContentTypes, TypedField } from './typeModel.ts';

interface ListArgs {
  readonly where?: Readonly<Record<string, unknown>> | null;
  readonly sort?: readonly string[] | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
  readonly after?: string | null;
  readonly locale?: string | null;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

/** The values of the queries for content types. */
export function createTypedRoot(view: TypedView): object {
  const find = createFindAskedPages(view.content);
  return Object.fromEntries(
    [...view.model.contentTypes.values()].flatMap((typed) => [
      [typed.one, (args: { slug: string; locale?: string | null }) => readEntry(typed, args, view)],
      [typed.many, (args: ListArgs) => listEntries(typed, args, view, find)],
    ]),
  );
}

function readEntry(
  { slug: type }: TypedContentType,
  { slug, locale }: { readonly slug: string; readonly locale?: string | null },
  view: TypedView,
): object | null {
  const { content } = view;
  // Not `content.page`: records without an address are found by their slug, too.
  const page = content.byKey('page', `${readContentLocale(locale ?? undefined, content)}/${trimSlug(slug)}`);
  return page?.data.type === type ? showEntry(page, inLanguage(view, locale)) : null;
}

async function listEntries(
  typed: TypedContentType,
  args: ListArgs,
  view: TypedView,
  find: FindAskedPages,
): Promise<object> {
  const { content } = view;
  const scope = { lookup: content, types: [content.byKey('contentType', typed.slug)!] };
  const sort = args.sort?.length ? args.sort.map((name) => toSort(name, typed)).join(',') : 'published_at:desc';
  const order = parsePageOrder(sort, scope);
  if (typeof order === 'string') throw invalidAt(['sort'], order);
  const where = args.where
    ? compileWhere(toWhere(args.where, typed.fields, view.model.contentTypes), scope)
    : undefined;
  const { after, offset, limit } = readPartArgs(args);
  const isEverywhere = where?.namesLocale && args.locale == null;
  const locale = isEverywhere ? {} : { locale: readContentLocale(args.locale ?? undefined, content) };
  const asked = {
    ...{ filter: { type: typed.slug, ...locale }, types: undefined, order, indexed: where?.indexed ?? [] },
    ...{ createTest: where && (() => where.test), cursor: after, facets: undefined },
  };
  const pages = await readWhole(content, (isOver): Promise<readonly PageEntry[]> => find({ ...asked, isOver }));
  const shownIn = inLanguage(view, args.locale);
  const start = findStart(pages, asked, { limit, offset });
  const { next } = await describeAsked(pages, start + limit, { ...asked, cursor: after ?? '' });
  return {
    total: pages.length,
    next,
    data: () => pages.slice(start, start + limit).flatMap((page) => showEntry(page, shownIn) ?? []),
  };
}

/** Words of others, such as media and terms, in the language that is asked for. */
const inLanguage = (view: TypedView, locale: string | null | undefined): TypedView =>
  locale == null ? view : { ...view, content: askContent({ locale }, view.content).content };

function readPartArgs({ limit, offset, after }: ListArgs) {
  const given = limit ?? DEFAULT_LIMIT;
  if (given < 1) throw invalidAt(['limit'], 'must be at least 1');
  if ((offset ?? 0) < 0) throw invalidAt(['offset'], 'must be at least 0');
  if (after && offset) throw invalidAt(['after'], 'cannot be given together with offset');
  return { limit: Math.min(given, MAX_LIMIT), offset: offset ?? 0, after: after || undefined };
}

/** `begins_DESC` → `fields.begins:desc`. */
function toSort(name: string, { fields }: TypedContentType): string {
  const cut = name.lastIndexOf('_');
  const [key, direction] = [name.slice(0, cut), name.slice(cut + 1).toLowerCase()];
  const own = Object.hasOwn(OWN_SORTS, key) ? OWN_SORTS[key] : undefined;
  return `${own ?? `fields.${fields.find((one) => one.name === key)?.stored ?? key}`}:${direction}`;
}

type WhereInput = Readonly<Record<string, unknown>>;

/** A condition in the names of fields and values, as REST takes it. */
function toWhere(where: WhereInput, fields: readonly TypedField[], all: TypedContentTypes): WhereInput {
  const below = (one: unknown): WhereInput => toWhere(one as WhereInput, fields, all);
  return Object.fromEntries(
    Object.entries(where).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined || value === null) return [];
      // The schema says what these hold.
      if (name === 'and' || name === 'or') return [[name, (value as readonly unknown[]).map(below)]];
      if (name === 'not') return [[name, below(value)]];
      const field = fields.find((one) => one.name === name);
      if (field) return [[`fields.${field.stored}`, toFieldWhere(value, field.shape, all)]];
      return [[Object.hasOwn(OWN_SORTS, name) ? OWN_SORTS[name]! : name, value]];
    }),
  );
}

function toFieldWhere(value: unknown, shape: FieldShape, all: TypedContentTypes): unknown {
  if (!isMapping(value)) return value;
  if (shape.is === 'choice') return toChoiceWhere(value, shape.names);
  if (shape.is === 'group')
    return Object.fromEntries(
      shape.fields.flatMap(({ name, stored, shape: inner }) =>
        value[name] == null ? [] : [[stored, toFieldWhere(value[name], inner, all)]],
      ),
    );
  const [only] = shape.is === 'entry' && shape.types.length === 1 ? shape.types : [];
  return only === undefined ? value : toWhere(value, all.get(only)!.fields, all);
}

function toChoiceWhere(value: WhereInput, names: ReadonlyMap<string, string>): WhereInput {
  const stored = new Map([...names].map(([choice, name]): [unknown, string] => [name, choice]));
  const toStored = (one: unknown): unknown => (Array.isArray(one) ? one.map(toStored) : (stored.get(one) ?? one));
  return Object.fromEntries(Object.entries(value).map(([operator, one]) => [operator, toStored(one)]));
}
