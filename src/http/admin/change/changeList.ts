import { createYieldIfBusy, SHARED_SLICES } from '../../../lib/turn/createYieldIfBusy.ts';
import { CHANGE_STATES, type ChangeState } from '../../../model/changeState.ts';
import { choice, flag, list, object, text } from '../../../model/schema/schema.ts';
import type { FoundBranch } from '../../../proposal/branch/branches.ts';
import { showChangeItem, showChangeName } from '../../../view/admin/change.ts';
import { CHANGE_ITEM, CHANGE_NAME, DROPPED_CHANGE } from '../../../view/shapes/change.ts';
import { integerShape } from '../../../view/shapes/values.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { paging } from '../../request/query.ts';
import { listResult, pagedResult } from '../../result.ts';
import { type ChangeDeps, readShownChange } from './shownChange.ts';

const page = paging({ defaultLimit: 50, maxLimit: 100 });
const listQuery = object(
  {},
  {
    ...page.schema,
    state: {
      ...choice(...CHANGE_STATES),
      description:
        'Only changes that are so far on their way to going live; `open` are those that nobody has asked about',
    },
    scheduled: { ...flag(), description: 'Only changes with a time to be published at' },
  },
);
const namesQuery = object(
  {},
  { ...page.schema, title: text({ description: 'Only changes with this title that were started here' }) },
);

const LIST_META = object({
  total: integerShape,
  limit: integerShape,
  offset: integerShape,
  dropped: list(DROPPED_CHANGE),
});

/** The changes, page by page: a git host may have thousands of branches. */
export const changeListEndpoints = (deps: ChangeDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes',
    summary: 'List changes, including the branches of the git host',
    access: 'viewer',
    query: listQuery,
    result: listResult(CHANGE_ITEM, { meta: LIST_META }),
    async handle({ query }) {
      const { limit, offset } = page.read(query);
      const { proposals } = deps;
      const isAsked = ({ name }: FoundBranch): boolean =>
        query.scheduled === undefined || (deps.schedule.of(name) !== null) === query.scheduled;
      const all = (await listInState(query.state, deps)).filter(isAsked);
      const data: object[] = [];
      for (const branch of all.slice(offset, offset + limit)) {
        const shown = await readShownChange(await proposals.read(branch), deps);
        data.push(showChangeItem(shown, query.state ?? (await deps.stateOf(branch.name))));
      }
      const dropped = await proposals.dropped();
      const kept = dropped.map(({ name, droppedAt, keptUntil }) => ({ name, droppedAt, keptUntil }));
      return { data, meta: { total: all.length, limit, offset, dropped: kept } };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/change-names',
    summary: 'List the names and titles of changes, without what they hold',
    access: 'viewer',
    query: namesQuery,
    result: pagedResult(CHANGE_NAME),
    async handle({ query }) {
      const { proposals } = deps;
      const { limit, offset } = page.read(query);
      const all = await (query.title === undefined ? proposals.list() : proposals.findByTitle(query.title));
      const data: object[] = [];
      for (const branch of all.slice(offset, offset + limit)) data.push(showChangeName(await proposals.read(branch)));
      return { data, meta: { total: all.length, limit, offset } };
    },
  }),
];

/** The changes in a state, or all of them. */
async function listInState(
  state: ChangeState | undefined,
  { proposals, stateOf }: Pick<ChangeDeps, 'proposals' | 'stateOf'>,
): Promise<readonly FoundBranch[]> {
  const all = await proposals.list();
  if (state === undefined) return all;
  const found: FoundBranch[] = [];
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const branch of all) {
    if ((await stateOf(branch.name)) === state) found.push(branch);
    await yieldIfBusy();
  }
  return found;
}
