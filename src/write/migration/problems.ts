import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Detail } from '../../model/errors.ts';
import type { PlanContext, RecordDraft } from '../action.ts';
import { overlayDrafts } from '../queue/overlayChanges.ts';
import { checkRecord } from '../validate/validate.ts';
import type { RecordToMigrate } from './planMigration.ts';

/** Whether a draft changes what its record says. */
export const changesData = ({ before, after }: RecordDraft): boolean => before?.data !== after?.data;

/**
 * Finds what a migration would make wrong in a record: problems with the types as they will be that it does not have with
 * the present ones, wherever its values are then.
 */
export async function createProblemFinder(
  planned: readonly RecordToMigrate[],
  context: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<(draft: RecordDraft) => readonly Detail[]> {
  const changing = planned.map(({ draft }) => draft).filter(changesData);
  const migrated = await overlayDrafts(context.lookup, changing, yieldIfBusy);
  const { now, isDraft } = context;
  const scope = { now, ...(isDraft !== undefined && { isDraft }) };
  const present = { ...scope, lookup: context.lookup };
  const future = { ...scope, lookup: migrated };
  return ({ kind, before, after }) => {
    if (after === null || before === null || !CHECKED.has(kind)) return [];
    // A draft holds data of its own kind.
    const found = checkRecord(kind, after as never, future, before.data as never);
    if (found.length === 0) return found;
    const had = new Set(
      checkRecord(kind, { id: before.id, data: before.data } as never, present).map((one) =>
        nameProblem(one, before.data),
      ),
    );
    return found.filter((one) => !had.has(nameProblem(one, after.data)));
  };
}
const CHECKED: ReadonlySet<RecordDraft['kind']> = new Set(['page', 'block']);

/** A problem by its words and the value that has it. */
function nameProblem({ path, message }: Detail, data: unknown): string {
  const value = path.reduce<unknown>(
    (holder, step) => (holder as Readonly<Record<string, unknown>> | undefined)?.[step],
    data,
  );
  return `${message} ${canonicalJson(value)}`;
}
