import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../model/entities/block.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Page, Placement } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict, type Detail, invalid } from '../../model/errors.ts';
import { checkValues } from '../../model/fields/fields.ts';
import type { FieldScope } from '../../model/fields/kind.ts';
import { within } from '../../model/fields/problem.ts';
import { placeholdersOf, recordKey } from '../../model/location.ts';
import { createRoom, findBeyondRoom, hasLargerBlocks, NO_ROOM } from '../../model/page/blockRoom.ts';
import { hasRegion, readRegions } from '../../model/page/regions.ts';
import { checkShown } from '../../model/page/shownValues.ts';
import { findTermByKey, slugsIn } from '../../model/page/term.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { Kind, Records } from '../../model/records.ts';
import { createValidator, type Validator } from '../../model/schema/validator.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import type { RecordDraft } from '../action.ts';
import { checkContentType, checkSchema } from './checkType.ts';

/** What validation may look at: the records as they will be, and the present files. */
interface ValidationContext {
  readonly lookup: Lookup;
  filesFor(kind: Kind, key: string): readonly FileRecord[];
  /** The files whose records this write removes or moves. */
  readonly leaving: ReadonlySet<string>;
  /** Whether what is written is not live yet, whatever its status. */
  readonly isDraft?: boolean;
}

/** What a record is checked against, and whether it is live then. */
type CheckContext = Pick<ValidationContext, 'lookup' | 'isDraft'>;

/** @throws CmsError VALIDATION with every problem of the draft, or CONFLICT if a key is taken */
export type Validate = (draft: RecordDraft, surroundings: ValidationContext) => void;

/** Makes the function that checks a draft: entity schema, then the type's fields (400), unique keys (409), cross-record rules. */
export function createValidate(): Validate {
  const validators = new Map<Kind, Validator<unknown>>(
    KINDS.map((kind) => [kind, createValidator(entityOf(kind).schema)]),
  );
  return (draft, surroundings) => {
    if (draft.after === null) return;
    const checked = validators.get(draft.kind)!(draft.after.data);
    if ('details' in checked) throw invalid(checked.details);
    throwProblems([
      ...checkChanged(draft.kind, draft.after.data, surroundings, draft.before?.data),
      ...checkShown(draft.kind, draft.after.data, draft.before?.data),
    ]);
    requireFreeKeys(draft, surroundings);
    throwProblems(entityOf(draft.kind).check?.(draft.after.data, surroundings.lookup, draft.before) ?? []);
  };
}

function throwProblems(details: readonly Detail[]): void {
  if (details.length > 0) throw invalid(details);
}

type ContentCheck<T> = (data: T, lookup: Lookup, before?: T) => readonly Detail[];

/** The rules of a kind's content beyond its schema. */
const CONTENT_CHECKS: { readonly [K in Kind]?: ContentCheck<Records[K]> } = {
  page: findInPage,
  block: (data, lookup) => [...checkBlockTypeExists(data, lookup), ...checkBlockFields(data, lookup)],
  contentType: checkContentType,
  blockType: checkSchema,
};

/** The problems of a record that its entity's schema cannot find; `before` is its present version. */
export function checkRecordContent<K extends Kind>(
  kind: K,
  data: Records[NoInfer<K>],
  lookup: Lookup,
  before?: Records[NoInfer<K>],
): readonly Detail[] {
  // The data is of the kind that picks the row.
  const check = CONTENT_CHECKS[kind] as ContentCheck<object> | undefined;
  return check?.(data, lookup, before) ?? [];
}

/**
 * The same, but without problems that the record already had `before` in values that have not been touched: a changed
 * type or a merge must not lock the records that it made invalid. Publishing a page requires that it has no problems.
 */
export function checkChanged<K extends Kind>(
  kind: K,
  written: Records[NoInfer<K>],
  { lookup, isDraft }: CheckContext,
  before?: Records[NoInfer<K>],
): readonly Detail[] {
  const data = isDraft && hasPublishedStatus(written) ? { ...written, status: 'draft' as const } : written;
  const details = checkRecordContent(kind, data, lookup, before);
  if (details.length === 0 || before === undefined || !MAY_STAY_INVALID.has(kind)) return details;
  if (hasPublishedStatus(data) && !hasPublishedStatus(before)) return details;
  const had = new Map(
    checkRecordContent(kind, before, lookup, before).map((detail) => identifyProblem(detail, before)),
  );
  return details.filter((detail) => {
    const [name, value] = identifyProblem(detail, data);
    return !had.has(name) || !isDeepStrictEqual(had.get(name), value);
  });
}

/** What keeps a page from being published as it is. One that is live already may have become invalid with its type. */
export const problemsOfDraft = (page: Page, lookup: Lookup): readonly Detail[] =>
  findInPage({ ...page, status: 'published' }, lookup, page);

/** The same for pages. */
export const checkPage = (page: Page, place: CheckContext, before?: Page): readonly Detail[] =>
  checkChanged('page', page, place, before);

const MAY_STAY_INVALID: ReadonlySet<Kind> = new Set(['page', 'block']);

const hasPublishedStatus = (data: object): boolean => (data as Partial<Page>).status === 'published';

/** Identifies a problem by its value and a name that uses ids of blocks, so that it survives moving the block. */
function identifyProblem({ path, message }: Detail, data: object): readonly [name: string, value: unknown] {
  const steps: unknown[] = [];
  let value: unknown = data;
  for (const step of path) {
    const holder = value;
    value = isObjectValue(holder) ? holder[step] : undefined;
    const isBlock = path[0] === 'regions' && steps.length === 2 && isObjectValue(value);
    steps.push(isBlock ? (value as Record<string, unknown>)['id'] : step);
  }
  return [JSON.stringify([steps, message]), value];
}

const isObjectValue = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const checkBlockTypeExists = ({ type }: Block, lookup: Lookup): readonly Detail[] =>
  lookup.byKey('blockType', type)
    ? []
    : [{ path: ['typeId'], ...because('gone', `There is no block type "${type}"`, {}) }];

const checkBlockFields = ({ type, fields }: Block, lookup: Lookup): readonly Detail[] =>
  within(
    ['fields'],
    checkValues(lookup.byKey('blockType', type)?.data.fieldsSchema ?? [], fields, { lookup, isPublished: true }),
  );

/**
 * Checks a page's fields, terms and regions against its content type. Missing types, terms and blocks are no problem if
 * the page already mentioned them `before`: they are reported as broken references, and the page stays editable.
 */
function findInPage(page: Page, lookup: Lookup, before?: Page): readonly Detail[] {
  const type = lookup.byKey('contentType', page.type);
  if (!type && before?.type === page.type) return [];
  if (!type) return [{ path: ['typeId'], ...because('gone', `There is no content type "${page.type}"`, {}) }];
  const isPublished = page.status === 'published';
  const scope = { lookup, isPublished, wasPlaced: createWasPlaced(before), hasRoom: createRoom(lookup) };
  return [
    ...within(['fields'], checkValues(type.data.fieldsSchema, page.fields, scope)),
    ...checkTerms(page, lookup, before),
    ...Object.entries(page.regions).flatMap(([name, blocks]) =>
      within(['regions', name], checkRegion(name, blocks, type.data, scope)),
    ),
    ...checkRoom(page, lookup, before),
  ];
}

/** A page that a file or a block has made too large may still be changed, as long as it does not grow. */
function checkRoom(page: Page, lookup: Lookup, before?: Page): readonly Detail[] {
  const place = findBeyondRoom(page, lookup);
  if (!place || (before && !hasLargerBlocks(page, before, lookup))) return [];
  return [{ path: ['regions', place.region, String(place.index), 'blockId'], ...because('noRoom', NO_ROOM, {}) }];
}

const checkTerms = ({ terms }: Page, lookup: Lookup, before?: Page): readonly Detail[] =>
  Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    slugs
      .filter(
        (slug) =>
          !(before && slugsIn(before, vocabulary).includes(slug)) && !findTermByKey(lookup, `${vocabulary}/${slug}`),
      )
      .map((slug) => ({ path: ['terms'], ...because('gone', `There is no term "${slug}" in "${vocabulary}"`, {}) })),
  );

interface PageScope extends FieldScope {
  /** Whether the page placed the same block before. */
  wasPlaced(block: Placement): boolean;
  /** Whether the page has room to show a block; called for each in order. Others need no checks. */
  hasRoom(block: Placement): boolean;
}

function createWasPlaced(before: Page | undefined): PageScope['wasPlaced'] {
  const nameOf = ({ id, block, type }: Placement): string => `${id} ${block} ${type}`;
  const placed = new Set(Object.values(before?.regions ?? {}).flatMap((blocks) => blocks.map(nameOf)));
  return (block) => placed.has(nameOf(block));
}

/** The problem of a region that a type does not have. */
export const noRegion = ({ slug }: ContentType, name: string): Wording =>
  because('noRegion', `"${slug}" has no region "${name}"`, { name });

function checkRegion(
  name: string,
  blocks: readonly Placement[],
  type: ContentType,
  scope: PageScope,
): readonly Detail[] {
  if (blocks.length > 0 && !hasRegion(type, name)) return [{ path: [], ...noRegion(type, name) }];
  const region = readRegions(type.regions).find((one) => one.name === name);
  return blocks.flatMap((block, index) =>
    within([String(index)], checkPlacement(block, region?.allowedTypes ?? null, scope)),
  );
}

function checkPlacement(block: Placement, allowed: readonly string[] | null, scope: PageScope): readonly Detail[] {
  if (!scope.hasRoom(block)) return [];
  const shared = block.block === undefined ? undefined : scope.lookup.byKey('block', block.block);
  if (block.block !== undefined && !shared && scope.wasPlaced(block)) return [];
  if (block.block !== undefined && !shared)
    return [{ path: ['blockId'], ...because('gone', `There is no reusable block "${block.block}"`, {}) }];
  const typeKey = shared?.data.type ?? block.type ?? '';
  const type = scope.lookup.byKey('blockType', typeKey);
  if (!type && scope.wasPlaced(block)) return [];
  if (!type) return [{ path: ['blockTypeSlug'], ...because('gone', `There is no block type "${typeKey}"`, {}) }];
  if (allowed && !allowed.includes(typeKey))
    return [
      {
        path: ['blockTypeSlug'],
        ...because('notAllowed', `Block type "${typeKey}" is not allowed here`, { name: typeKey }),
      },
    ];
  const values = { ...shared?.data.fields, ...(shared ? block.overrides : block.fields) };
  // A hidden block may be unfinished: it is not public, as a draft is not.
  const isPublished = scope.isPublished && !block.hidden;
  return within(
    shared ? ['overrides'] : ['fields'],
    checkValues(type.data.fieldsSchema, values, { ...scope, isPublished }),
  );
}

function requireFreeKeys({ kind, before, after }: RecordDraft, { lookup, filesFor, leaving }: ValidationContext): void {
  const { id, data } = after!;
  const key = recordKey(kind, data);
  const holders = before?.key === key ? [] : filesFor(kind, key).filter(({ path }) => !leaving.has(path));
  const other = lookup.byKey(kind, key);
  if (holders.length > 0 || (other && other.id !== id))
    throw conflict(because('taken', `"${key}" is taken`, { value: key }), [placeholdersOf(kind).at(-1) ?? '']);
  for (const [name, index] of Object.entries(entityOf(kind).indexes)) {
    if (!('unique' in index)) continue;
    const value = index.unique(data);
    if (lookup.find(kind, name, value).some((entry) => entry.id !== id))
      throw conflict(because('taken', `"${value}" is taken`, { value }), [index.field]);
  }
}

/** A place where published content breaks the rules of its type. */
export interface TypeViolation extends Detail {
  readonly kind: Kind;
  readonly id: number;
}

const MAX_VIOLATIONS = 100;

/** The first hundred violations in published pages and reusable blocks of a type. */
export function findViolations(lookup: Lookup, { kind, key }: Entry): readonly TypeViolation[] {
  const found: TypeViolation[] = [];
  const shared = kind === 'blockType' ? lookup.find('block', 'byType', key) : [];
  const mentions = shared.flatMap((block) => lookup.referring('block', block.key));
  const entries = new Set([...lookup.referring(kind, key), ...mentions]);
  for (const entry of entries) {
    if (found.length >= MAX_VIOLATIONS) break;
    if (!isPublishedEntry(entry)) continue;
    const details = checkRecordContent(entry.kind, entry.data as Records[Kind], lookup);
    found.push(...details.map((detail) => ({ kind: entry.kind, id: entry.id, ...detail })));
  }
  return found.slice(0, MAX_VIOLATIONS);
}

const isPublishedEntry = ({ kind, data }: Entry): boolean =>
  kind === 'block' || (kind === 'page' && (data as Records['page']).status === 'published');
