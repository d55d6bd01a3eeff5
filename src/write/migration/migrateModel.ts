import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
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

function describeOperation(operation: MigrationRequest['operations'][number]): string {
  if ('rename' in operation) return `rename ${operation.rename.from} to ${operation.rename.to}`;
  if ('move' in operation) return `move ${operation.move.from} to ${operation.move.to}`;
  if ('remove' in operation) return `remove ${operation.remove.field}`;
  if ('split' in operation) return `split ${operation.split.field} into ${operation.split.into.join(', ')}`;
  if ('join' in operation) return `join ${operation.join.fields.join(', ')} into ${operation.join.into}`;
  if ('convert' in operation) return `make ${operation.convert.field} a ${operation.convert.to}`;
  if ('fill' in operation) return `fill ${operation.fill.field}`;
  if ('moveBlocks' in operation) return `move blocks from ${operation.moveBlocks.from} to ${operation.moveBlocks.to}`;
  if ('absorb' in operation) return `take in ${operation.absorb.type}`;
  if ('reuse' in operation) return `reuse ${operation.reuse.block}`;
  return 'removeBlocks' in operation ? `remove blocks of ${operation.removeBlocks.type}` : 'change';
}
