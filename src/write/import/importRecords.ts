import { isDeepStrictEqual } from 'node:util';
import type { FileEdit } from '../../git/publish/request.ts';
import { createYieldIfBusy, type YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Media } from '../../model/entities/media.ts';
import type { Menu } from '../../model/entities/menu.ts';
import type { Lookup } from '../../model/entry.ts';
import { type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
import { applyMigration } from '../../model/migration/migrateRecord.ts';
import { allStepsByName } from '../../model/migration/migrations.ts';
import { slotOf } from '../../store/candidates.ts';
import { SCHEMA_KINDS } from '../../store/referrers.ts';
import type { Action, PlanContext, RecordDraft } from '../action.ts';
import { overlayDrafts } from '../queue/overlayChanges.ts';
import type { ImportRecord } from './importDocument.ts';
import { assignRecordIds, type RecordWithIds } from './importIds.ts';

/**
 * Creates records, or replaces those of the same key: all or none. A record equal to the present one is left alone.
 */
export const importRecords = (given: readonly ImportRecord[], stored: StoredMediaByPath = new Map()): Action => ({
  name: 'content.import',
  async plan(context) {
    throwFirstProblems(repeatedKeys(given));
    const records = given.map((record) => withFileFacts(record, stored));
    const yieldIfBusy = createYieldIfBusy();
    const drafts: RecordDraft[] = [];
    for (const placed of await catchUpAll(await assignRecordIds(records, context, yieldIfBusy), context, yieldIfBusy)) {
      const attachments = placed.record.file === undefined ? [] : (stored.get(placed.record.file)?.attachments ?? []);
      if (!isUnchangedImport(placed) || attachments.length > 0)
        drafts.push({ ...toDraft(placed, context.now), attachments });
      await yieldIfBusy();
    }
    const lookup = await overlayDrafts(context.lookup, drafts, yieldIfBusy);
    const details: Detail[] = [];
    for (const draft of drafts) {
      details.push(...within(draft.place ?? [], checkImported(draft, lookup)));
      await yieldIfBusy();
    }
    throwFirstProblems(details);
    return drafts;
  },
});

/** The records with the names that their types have today: an export may be from before a migration that these record. */
async function catchUpAll(
  placed: readonly RecordWithIds[],
  { lookup, now }: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<readonly RecordWithIds[]> {
  const deciding = placed.filter(({ record }) => SCHEMA_KINDS.has(record.kind)).map((one) => toDraft(one, now));
  const after = await overlayDrafts(lookup, deciding, yieldIfBusy);
  const steps = allStepsByName(after);
  if (steps.length === 0) return placed;
  const findBlock = (key: string) => after.byKey('block', key)?.data;
  const caughtUp: RecordWithIds[] = [];
  for (const one of placed) {
    const { data } = applyMigration({ kind: one.record.kind, data: one.data }, steps, { findBlock });
    caughtUp.push(data === one.data ? one : { ...one, data });
    await yieldIfBusy();
  }
  return caughtUp;
}

/** What the bytes of a media item say about it, and the edits that commit them. */
export interface StoredMedia {
  readonly facts: Partial<Media>;
  readonly attachments: readonly FileEdit[];
}

/** Stored files by where their bytes had been put. */
export type StoredMediaByPath = ReadonlyMap<string, StoredMedia>;

/** Facts read from the bytes replace what the document says about them. */
function withFileFacts(record: ImportRecord, stored: StoredMediaByPath): ImportRecord {
  const facts = record.file === undefined ? undefined : stored.get(record.file)?.facts;
  return facts ? { ...record, data: { ...record.data, ...facts } } : record;
}

const isUnchangedImport = ({ before, data }: RecordWithIds): boolean =>
  before !== null && isDeepStrictEqual(before.data, data);

function toDraft({ record, before, id, data }: RecordWithIds, now: Date): RecordDraft {
  const { kind, place, updatedAt } = record;
  const createdAt = record.createdAt ?? before?.createdAt ?? now.toISOString();
  const after = { id, createdAt, ...(updatedAt !== undefined && { updatedAt }), data };
  // Both records are of this kind.
  return { kind, before, after, place } as RecordDraft;
}

/** Keys that differ only in case are the same. */
function repeatedKeys(records: readonly ImportRecord[]): readonly Detail[] {
  const first = new Map<string, ImportRecord>();
  return records.flatMap((record) => {
    const slot = slotOf(record.kind, record.key);
    const other = first.get(slot);
    if (!other) first.set(slot, record);
    return other
      ? [{ path: record.place, message: `has the same key as ${other.place.join('.')}: "${other.key}"` }]
      : [];
  });
}

function throwFirstProblems(details: readonly Detail[]): void {
  if (details.length > 0) throw invalid(details.slice(0, MAX_PROBLEMS));
}

/** Requires that the pages of a menu exist, as the interface does for bodies; files may mention any page. */
function checkImported({ kind, before, after }: RecordDraft, lookup: Lookup): readonly Detail[] {
  if (kind !== 'menu' || !after) return [];
  const known = new Set(listMenuPages(before?.data.items ?? []));
  return within(['items'], checkMenuPages(after.data.items, lookup, known));
}

type Items = Menu['items'];

const listMenuPages = (items: Items): readonly string[] =>
  items.flatMap(({ page, children }) => [...(page === undefined ? [] : [page]), ...listMenuPages(children)]);

/** @param known pages that the menu already mentions: if they are gone, that is reported elsewhere */
const checkMenuPages = (items: Items, lookup: Lookup, known: ReadonlySet<string>): readonly Detail[] =>
  items.flatMap(({ page, children }, index) =>
    within(
      [index],
      [
        ...(page === undefined || known.has(page) || lookup.byKey('page', page)
          ? []
          : [{ path: ['page'], message: `There is no page "${page}"` }]),
        ...within(['children'], checkMenuPages(children, lookup, known)),
      ],
    ),
  );
