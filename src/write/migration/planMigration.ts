import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { type Detail, invalid, notFound } from '../../model/errors.ts';
import { findFieldConversion } from '../../model/migration/conversions.ts';
import { applyMigration, type MigrationStep, type TypeRef } from '../../model/migration/migrateRecord.ts';
import { migrateType } from '../../model/migration/migrateType.ts';
import { recordMigration } from '../../model/migration/migrations.ts';
import { isOperation, type MigrationOperation } from '../../model/migration/operation.ts';
import { inlineDigest } from '../../model/migration/regionRules.ts';
import type { MigrationNote } from '../../model/migration/valueRules.ts';
import { allowsBlock, hasRegion } from '../../model/page/regions.ts';
import { because } from '../../model/reason.ts';
import { allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { readTypeBody } from '../record/contentType.ts';
import { createDraft, kindLabel, removeDraft, requireRev, updateDraft } from '../records.ts';
import { createFinders } from './findByText.ts';
import { planSharedValues } from './shareValues.ts';

/** A change of the model: what is done to a type, and so to every record that has values of it. */
export interface MigrationRequest {
  readonly type: TypeRef;
  readonly operations: readonly MigrationOperation[];
  /** What the type is to be afterwards, as in its PUT; without it, what the operations make of it. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Removes the type, with its pages or blocks, instead. */
  readonly removes?: boolean;
  /** The version of the type that the caller has seen. */
  readonly ifMatch?: string | undefined;
}

/** A record with values of the type: its data stay the same where there is nothing to change, or something in the way. */
export interface RecordToMigrate {
  readonly draft: RecordDraft;
  readonly notes: readonly MigrationNote[];
}

export type TypeEntry = Entry<ContentType> | Entry<BlockType>;

/**
 * Plans a migration: the type, all records with values of it, and what comes or goes with them.
 *
 * @throws CmsError NOT_FOUND for an unknown type, VALIDATION for operations that do not fit it
 */
export async function planMigration(
  request: MigrationRequest,
  context: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<readonly RecordToMigrate[]> {
  const type = getType(context.lookup, request.type);
  requireRev(type, request.ifMatch);
  if (request.removes) return planRemoval(type, context, yieldIfBusy);
  requireFitting(type, request.operations, context);
  const operations = resolveOperations(request, context);
  const steps = operations.map((operation) => ({ type: request.type, operation }));
  const made = planNewRecords(request.type, operations, context);
  const records = shareInRecords(await migrateRecords(steps, context, yieldIfBusy), steps, allRecordsIn(context));
  return [
    { draft: planType(type, { ...request, operations }, context), notes: [] },
    ...made.map((draft) => ({ draft, notes: [] })),
    ...records,
    ...planAbsorbed(request.type, operations, context).map((draft) => ({ draft, notes: [] })),
  ];
}

function getType(lookup: Lookup, { kind, slug }: TypeRef): TypeEntry {
  const type: TypeEntry | undefined = lookup.byKey(kind, slug);
  if (!type) throw notFound(kindLabel(kind));
  return type;
}

/** The type after the operations, and after what its sender wants besides, with the operations recorded. */
function planType(type: TypeEntry, { body, operations }: MigrationRequest, context: PlanContext): RecordDraft {
  const { data } = type;
  const changed = operations.reduce<ContentType | BlockType>(migrateType, data);
  // A type is given by a body of its own kind.
  const wanted = body ? readTypeBody(type.kind as 'contentType', changed as ContentType, body, context) : changed;
  const salt = context.now.toISOString();
  const renames = wanted.slug === data.slug ? [] : [{ absorb: { type: data.slug } }];
  const recorded = [...operations, ...renames].map((operation, at) => recordMigration(operation, `${salt} ${at}`));
  const migrations = [...(data.migrations ?? []), ...recorded];
  const next = migrations.length > 0 ? { ...wanted, migrations } : wanted;
  return { ...updateDraft(type.kind as 'contentType', type as Entry<ContentType>, next as ContentType) };
}

/** Names an inline block by what it holds where a request names it by its placement. */
function resolveOperations(
  { operations, type }: MigrationRequest,
  context: PlanContext,
): readonly MigrationOperation[] {
  return operations.map((operation) => {
    const id = 'reuse' in operation ? /^(?:pb_)?(\d{1,10})$/.exec(operation.reuse.of)?.[1] : undefined;
    if (id === undefined || !('reuse' in operation)) return operation;
    const block = findInline(context.lookup, Number(id), type.slug);
    if (!block)
      throw invalid([{ path: ['operations'], ...because('gone', `There is no inline block ${id} of this type`, {}) }]);
    return { reuse: { ...operation.reuse, of: inlineDigest(block) } };
  });
}

function findInline(lookup: Lookup, id: number, type: string) {
  const pages: readonly PageEntry[] = lookup.find('page', 'byPlacement', String(id));
  return pages
    .flatMap(({ data }) => Object.values(data.regions).flat())
    .find((one) => one.id === id && one.block === undefined && one.type === type);
}

/** @throws CmsError VALIDATION naming each operation that does not fit the type */
function requireFitting({ kind }: TypeEntry, operations: readonly MigrationOperation[], context: PlanContext): void {
  const details = operations.flatMap((operation, index): readonly Detail[] => {
    const problem = findMisfit(kind, operation, context);
    return problem === undefined ? [] : [{ path: ['operations', String(index)], message: problem }];
  });
  if (details.length > 0) throw invalid(details);
}

function findMisfit(kind: Entry['kind'], operation: MigrationOperation, { lookup }: PlanContext): string | undefined {
  if (!isOperation(operation)) return 'must be one operation';
  if ('moveBlocks' in operation || 'removeBlocks' in operation)
    return kind === 'contentType' ? undefined : 'is for content types: regions are theirs';
  if ('share' in operation && kind !== 'contentType') return 'is for content types: blocks have no translations';
  if ('reuse' in operation && kind !== 'blockType') return 'is for block types';
  if ('absorb' in operation && !lookup.byKey(kind as 'contentType', operation.absorb.type))
    return `There is no such type: "${operation.absorb.type}"`;
  if (!('convert' in operation)) return undefined;
  const { from, to } = operation.convert;
  return findFieldConversion(from, to) ? undefined : `Values of the kind "${from}" cannot become "${to}"`;
}

/** The records that may have values of the types that steps are about. */
function findConcerned(steps: readonly MigrationStep[], lookup: Lookup): ReadonlySet<Entry> {
  const found = new Set<Entry>();
  const add = (entries: readonly Entry[]): void => {
    for (const entry of entries) if (MIGRATED.has(entry.kind)) found.add(entry);
  };
  for (const { type, operation } of steps) {
    const slugs = 'absorb' in operation ? [type.slug, operation.absorb.type] : [type.slug];
    for (const slug of slugs) {
      if (type.kind === 'contentType') add(lookup.find('page', 'byType', slug));
      else {
        const blocks = lookup.find('block', 'byType', slug);
        add([...lookup.referring('blockType', slug), ...blocks]);
        for (const block of blocks) add(lookup.referring('block', block.key));
      }
    }
  }
  return found;
}
const MIGRATED: ReadonlySet<Entry['kind']> = new Set(['page', 'block', 'contentType']);

async function migrateRecords(
  steps: readonly MigrationStep[],
  context: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<readonly RecordToMigrate[]> {
  const all = allRecordsIn(context);
  const finders = createFinders(all);
  const findBlock = (key: string) => all.byKey('block', key)?.data;
  const records: RecordToMigrate[] = [];
  for (const entry of findConcerned(steps, all)) {
    const { data, notes } = applyMigration({ kind: entry.kind, data: entry.data as object }, steps, {
      findBlock,
      ...finders.forRecord(entry),
    });
    records.push({ draft: draftOf(entry, data), notes });
    await yieldIfBusy();
  }
  return records;
}

/** The records with the values that the translations of a page share from now on. */
function shareInRecords(
  records: readonly RecordToMigrate[],
  steps: readonly MigrationStep[],
  lookup: Lookup,
): readonly RecordToMigrate[] {
  return steps.reduce((all, { type, operation }) => {
    if (!('share' in operation)) return all;
    const { field } = operation.share;
    const changes = planSharedValues(type.slug, operation.share, lookup);
    return all.map((one) => {
      const change = one.draft.kind === 'page' && one.draft.before ? changes.get(one.draft.before.id) : undefined;
      if (!change || one.draft.kind !== 'page' || !one.draft.after) return one;
      const { data } = one.draft.after;
      const shared = { ...data, fields: { ...data.fields, [field]: change.value } };
      const draft = { ...one.draft, after: { ...one.draft.after, data: shared } };
      return { draft, notes: [...one.notes, ...change.notes] };
    });
  }, records);
}

/** Its place in a refusal is its key: the request names no single records. */
const draftOf = (entry: Entry, data: object): RecordDraft => ({
  // The data is of the entry's kind.
  ...updateDraft(entry.kind, entry as Entry<never>, data as never),
  place: [entry.kind, entry.key],
});

/** The reusable blocks that inline ones turn into. */
function planNewRecords(
  type: TypeRef,
  operations: readonly MigrationOperation[],
  context: PlanContext,
): readonly RecordDraft[] {
  return operations.flatMap((operation) => {
    if (!('reuse' in operation) || context.lookup.byKey('block', operation.reuse.block)) return [];
    const { block: key, of } = operation.reuse;
    const all = allRecordsIn(context);
    const pages = all.referring('blockType', type.slug).filter(({ kind }) => kind === 'page') as readonly PageEntry[];
    const model = pages
      .flatMap(({ data }) => Object.values(data.regions).flat())
      .find((one) => one.block === undefined && one.type === type.slug && inlineDigest(one) === of);
    const data = { key, type: type.slug, title: model?.title ?? key, isReusable: true, fields: model?.fields ?? {} };
    return [createDraft('block', context, () => data)];
  });
}

/** The types whose records another one takes in. */
const planAbsorbed = (
  { kind, slug }: TypeRef,
  operations: readonly MigrationOperation[],
  { lookup }: PlanContext,
): readonly RecordDraft[] =>
  operations.flatMap((operation) => {
    const other = 'absorb' in operation && operation.absorb.type !== slug && lookup.byKey(kind, operation.absorb.type);
    return other ? [removeDraft(kind as 'contentType', other as Entry<ContentType>)] : [];
  });

/** Removes a type: a content type with its pages, a block type with its blocks wherever they are. */
async function planRemoval(
  type: TypeEntry,
  context: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<readonly RecordToMigrate[]> {
  const all = allRecordsIn(context);
  const removed = { draft: removeDraft(type.kind as 'contentType', type as Entry<ContentType>), notes: [] };
  if (type.kind === 'contentType') {
    const pages = all.find('page', 'byType', type.key);
    return [
      removed,
      ...pages.map((page) => ({ draft: { ...removeDraft('page', page), place: ['page', page.key] }, notes: [] })),
    ];
  }
  const blocks = all.find('block', 'byType', type.key);
  const operation = {
    removeBlocks: { type: type.key, ...(blocks.length > 0 && { blocks: blocks.map(({ key }) => key) }) },
  };
  const holders = [...all.all('contentType')].filter(({ data }) => mayHold(data, type.key));
  const steps = holders.map(({ key }) => ({ type: { kind: 'contentType' as const, slug: key }, operation }));
  const records = await migrateRecords(steps, context, yieldIfBusy);
  return [
    removed,
    ...holders.map((holder) => ({
      draft: planType(holder, { type: { kind: 'contentType', slug: holder.key }, operations: [operation] }, context),
      notes: [],
    })),
    ...blocks.map((block) => ({ draft: { ...removeDraft('block', block), place: ['block', block.key] }, notes: [] })),
    ...records,
  ];
}

/** Whether pages of a content type may have blocks of a type. */
const mayHold = (type: ContentType, block: string): boolean =>
  (type.defaultBlocks ?? []).some(({ blockTypeSlug }) => blockTypeSlug === block) ||
  type.regions.length === 0 ||
  regionNames(type).some((name) => hasRegion(type, name) && allowsBlock(type, name, block));

const regionNames = ({ regions }: ContentType): readonly string[] =>
  regions.flatMap((region) => {
    const name = typeof region === 'string' ? region : (region as { name?: unknown } | null)?.name;
    return typeof name === 'string' ? [name] : [];
  });
