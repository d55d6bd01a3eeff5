import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../model/entities/block.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict, type Detail, invalid } from '../../model/errors.ts';
import { checkValues } from '../../model/fields/fields.ts';
import type { FieldScope } from '../../model/fields/kind.ts';
import { within } from '../../model/fields/problem.ts';
import { placeholdersOf, recordKey } from '../../model/location.ts';
import { findOtherSingles } from '../../model/page/pagePath.ts';
import { checkShown } from '../../model/page/shownValues.ts';
import { because } from '../../model/reason.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { IdentifiedRecord } from '../../model/rules/judgedRecords.ts';
import { findRefusals, type JudgeContext, judgeRecord, type RuleDetail } from '../../model/rules/judgeRecord.ts';
import { createValidator, type Validator } from '../../model/schema/validator.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import type { DraftOf, RecordDraft } from '../action.ts';
import { checkPageContent } from './checkPageContent.ts';
import { checkContentType, checkSchema } from './checkType.ts';

/** What validation may look at: the records as they will be, and the present files. */
export interface ValidationContext extends JudgeContext {
  filesFor(kind: Kind, key: string): readonly FileRecord[];
  /** The files whose records this write removes or moves. */
  readonly leaving: ReadonlySet<string>;
  /** Whether what is written is not live yet, whatever its status. */
  readonly isDraft?: boolean;
}

/** What a record is checked against, and whether it is live then. */
type CheckContext = JudgeContext & Pick<ValidationContext, 'isDraft'>;

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
      ...checkChanged(draft.kind, draft.after, surroundings, draft.before?.data),
      ...checkShown(draft.kind, draft.after.data, draft.before?.data),
    ]);
    requireFreeKeys(draft, surroundings);
    if (draft.kind === 'page') requireOnlySingle(draft, surroundings);
    throwProblems(entityOf(draft.kind).check?.(draft.after.data, surroundings.lookup, draft.before) ?? []);
  };
}

function throwProblems(details: readonly Detail[]): void {
  if (details.length > 0) throw invalid(details);
}

interface ContentScope<T> {
  /** Its present version. */
  readonly before?: T | undefined;
  /** Whether it is not live yet, whatever its status: then it may hold what drafts may. */
  readonly isDraft?: boolean | undefined;
}

type ContentCheck<T> = (data: T, lookup: Lookup, scope: ContentScope<T>) => readonly Detail[];

/** The rules of a kind's content beyond its schema. */
const CONTENT_CHECKS: { readonly [K in Kind]?: ContentCheck<Records[K]> } = {
  page: (data, lookup, { before }) => checkPageContent(data, lookup, before),
  block: (data, lookup, { isDraft = false }) => [
    ...checkBlockTypeExists(data, lookup),
    ...checkBlockFields(data, { lookup, isPublished: !isDraft }),
  ],
  contentType: (data, lookup, { before }) => checkContentType(data, lookup, before),
  blockType: checkSchema,
};

/** The problems of a record that its entity's schema cannot find, except those of its type's rules. */
export function checkRecordContent<K extends Kind>(
  kind: K,
  data: Records[NoInfer<K>],
  lookup: Lookup,
  scope: ContentScope<Records[NoInfer<K>]> = {},
): readonly Detail[] {
  // The data is of the kind that picks the row.
  const check = CONTENT_CHECKS[kind] as ContentCheck<object> | undefined;
  return check?.(data, lookup, scope as ContentScope<object>) ?? [];
}

/** The same, and what the rules of its type refuse. */
export const checkRecord = <K extends Kind>(
  kind: K,
  record: IdentifiedRecord<Records[NoInfer<K>]>,
  context: CheckContext,
  before?: Records[NoInfer<K>],
): readonly Detail[] => {
  const { lookup, isDraft } = context;
  const details = checkRecordContent(kind, record.data, lookup, { before, isDraft });
  const refusals = findRefusals(kind, { ...record, ...(isDraft && { isDraft }) }, context);
  return refusals.length === 0 ? details : [...details, ...refusals];
};

/**
 * The same, but without problems that the record already had `before` in values that have not been touched: a changed
 * type or a merge must not lock the records that it made invalid. Publishing a page requires that it has no problems.
 */
export function checkChanged<K extends Kind>(
  kind: K,
  { id, data: written }: IdentifiedRecord<Records[NoInfer<K>]>,
  context: CheckContext,
  before?: Records[NoInfer<K>],
): readonly Detail[] {
  const data = context.isDraft && hasPublishedStatus(written) ? { ...written, status: 'draft' as const } : written;
  const details = checkRecord(kind, { id, data }, context, before);
  if (details.length === 0 || before === undefined || !MAY_STAY_INVALID.has(kind)) return details;
  if (hasPublishedStatus(data) && !hasPublishedStatus(before)) return details;
  const had = new Map(
    checkRecord(kind, { id, data: before }, context, before).map((detail) => identifyProblem(detail, before)),
  );
  return details.filter((detail) => {
    const [name, value] = identifyProblem(detail, data);
    return !had.has(name) || !isDeepStrictEqual(had.get(name), value);
  });
}

/**
 * What keeps a page or a reusable block from being published as it is, and what its rules warn of. One that is live already
 * may have become invalid with its type.
 */
export function problemsOfDraft(
  { kind, id, data }: Entry<Page | Block>,
  context: JudgeContext,
): readonly ShownProblem[] {
  const record = { id, data: kind === 'page' ? { ...data, status: 'published' } : data } as IdentifiedRecord<
    Page & Block
  >;
  const ofRules = judgeRecord(kind, record, context).map(({ refuses, code, ...problem }) => problem);
  return [...checkRecordContent(kind, record.data, context.lookup, { before: record.data }), ...ofRules];
}

type ShownProblem = Detail | Omit<RuleDetail, 'refuses' | 'code'>;

/** The same for pages. */
export const checkPage = (page: Page, context: CheckContext, before?: Entry<Page>): readonly Detail[] =>
  checkChanged('page', { id: before?.id ?? 0, data: page }, context, before?.data);

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

const checkBlockFields = ({ type, fields }: Block, scope: FieldScope): readonly Detail[] =>
  within(['fields'], checkValues(scope.lookup.byKey('blockType', type)?.data.fieldsSchema ?? [], fields, scope));

/** @throws CmsError CONFLICT for a second record of a single type in its locale; one that is there already may be edited */
function requireOnlySingle({ before, after }: DraftOf<'page'>, { lookup }: ValidationContext): void {
  const { id, data } = after!;
  if (before?.data.type === data.type || findOtherSingles(data, id, lookup).length === 0) return;
  const message = `There is a page of the type "${data.type}" in "${data.locale}", and there can be only one`;
  throw conflict(because('onlyOne', message, { locale: data.locale }), ['typeId']);
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
