import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
import { describeOperation } from '../../model/migration/operation.ts';
import type { Action } from '../action.ts';
import { type MigrationRequest, planMigration } from './planMigration.ts';
import { changesData, createProblemFinder } from './problems.ts';

/** Changes the model: the type and all records with values of it, as one commit. */
export const migrateModel = (request: MigrationRequest, note?: string): Action => ({
  name: 'content.migrate',
  subject: describeMigration(request),
  ...(note !== undefined && { note }),
  leavesRedirects: true,
  async plan(context) {
    const yieldIfBusy = createYieldIfBusy();
    const planned = await planMigration(request, context, yieldIfBusy);
    const findProblems = await createProblemFinder(planned, context, yieldIfBusy);
    const details: Detail[] = [];
    for (const { draft } of planned) {
      details.push(...within(draft.place ?? [], findProblems(draft)));
      if (details.length > MAX_PROBLEMS) break;
      await yieldIfBusy();
    }
    if (details.length > 0) throw invalid(details);
    return planned.map(({ draft }) => draft).filter(changesData);
  },
});

const KINDS_OF_TYPES = { contentType: 'content type', blockType: 'block type' } as const;

/** Says in a line what a migration does. */
export function describeMigration({ type, operations, removes }: MigrationRequest): string {
  const name = `${KINDS_OF_TYPES[type.kind]} "${type.slug}"`;
  if (removes) return `Remove ${name} with its records`;
  const [first, ...others] = operations;
  if (!first) return `Update ${name}`;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `Migrate ${name}: ${describeOperation(first)}${more}`;
}
