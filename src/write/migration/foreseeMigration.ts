import { isDeepStrictEqual } from 'node:util';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import { diffData, type ValueDifference } from '../../model/merge/diffData.ts';
import type { MigrationNote } from '../../model/migration/valueRules.ts';
import type { Kind } from '../../model/records.ts';
import type { PlanContext } from '../action.ts';
import { provisional } from '../queue/overlayChanges.ts';
import { type MigrationRequest, planMigration, type RecordToMigrate } from './planMigration.ts';
import { changesData, createProblemFinder } from './problems.ts';

/** What a migration would do, without doing it. */
export interface MigrationForecast {
  /** How many records of each kind would change. */
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
  /** How many records have something of each kind to tell. */
  readonly notes: Readonly<Record<MigrationNote['reason'], number>>;
  /** How many records would be refused, so that it cannot be done. */
  readonly refused: number;
  /** The records, those with something to tell first. */
  readonly records: readonly ForecastRecord[];
}

/** What a migration would do to one record. */
export interface ForecastRecord {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly notes: readonly MigrationNote[];
  /** Why it would be refused. */
  readonly problems: readonly Detail[];
  /** The values that would differ. */
  differences(): readonly ValueDifference[];
}

/** Plans a migration and tells what it would do. @throws CmsError as the migration would */
export async function foreseeMigration(request: MigrationRequest, context: PlanContext): Promise<MigrationForecast> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const planned = await planMigration(request, context, yieldIfBusy);
  const findProblems = await createProblemFinder(planned, context, yieldIfBusy);
  const notes = { occupied: 0, unfit: 0, lost: 0, leftOver: 0 };
  const counts: Partial<Record<Kind, number>> = {};
  const records: ForecastRecord[] = [];
  for (const one of planned) {
    const record = foreseeRecord(one, findProblems(one.draft));
    await yieldIfBusy();
    if (!changesData(one.draft) && record.notes.length === 0 && record.problems.length === 0) continue;
    for (const reason of new Set(record.notes.map((note) => note.reason))) notes[reason] += 1;
    if (changesData(one.draft)) counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    records.push(record);
  }
  const rank = ({ notes: own, problems }: ForecastRecord): number => (problems.length > 0 ? 0 : own.length > 0 ? 1 : 2);
  return {
    counts,
    notes,
    refused: records.filter(({ problems }) => problems.length > 0).length,
    records: records.sort((a, b) => rank(a) - rank(b)),
  };
}

function foreseeRecord({ draft, notes }: RecordToMigrate, problems: readonly Detail[]): ForecastRecord {
  const { kind, before, after } = draft;
  const shown = provisional(draft);
  const { key, id, data } = (shown.after ?? shown.before) as Entry<object>;
  return {
    kind,
    key,
    id,
    title: entityOf(kind).title(data as never),
    change: before === null ? 'created' : after === null ? 'deleted' : 'updated',
    notes: notes.filter((note, index) => notes.findIndex((other) => isDeepStrictEqual(other, note)) === index),
    problems,
    differences: () => diffData(before?.data as object | undefined, after?.data as object | undefined),
  };
}
