import type { Actor } from '../../../model/access.ts';
import { CONTENT_KINDS } from '../../../model/entities/index.ts';
import { forbidden, invalidAt } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { choice, label, list, nullable, object, revisionNote, text, timestamp } from '../../../model/schema/schema.ts';
import { toTimestamp } from '../../../model/text/timestamp.ts';
import type { Proposal } from '../../../proposal/findProposal.ts';
import { LIVE } from '../../../proposal/lifecycle.ts';
import type { EditDestination } from '../../../proposal/publish/moveEdits.ts';
import { requireReviewedHead } from '../../../proposal/publish/proposalPublisher.ts';
import { showChange } from '../../../view/admin/change.ts';
import { CHANGE, MOVED_EDITS, PUBLISHED_CHANGE } from '../../../view/shapes/change.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { readChoices, resolveInput } from '../../request/resolve.ts';
import { dataResult, deletedResult, recordResult } from '../../result.ts';
import { changeListEndpoints } from './changeList.ts';
import { type ChangeDeps, readShownChange } from './shownChange.ts';

const title = label(200);
const createBody = object(
  { title },
  {
    from: text({
      maxLength: 300,
      description: 'A change, branch, tag or commit to start from; by default what is live',
    }),
  },
);
const updateBody = object({}, { title, scheduledAt: nullable(timestamp()) });
const publishBody = object(
  {},
  {
    resolve: resolveInput('`ours` is what is live, `theirs` is what the change has'),
    scheduledAt: timestamp(),
    revisionNote: nullable(revisionNote()),
  },
);
const mergeBody = object({}, { resolve: resolveInput('`ours` is what the change has, `theirs` is what is live') });

/** The ETag is the head of the branch, so that only what somebody has looked at is published or scheduled. */
const CHANGE_RESULT = recordResult(CHANGE);

/** Versions of the site that are not live yet (contract, "Changes"). */
export const changeEndpoints = (deps: ChangeDeps): Endpoint[] => [
  ...changeListEndpoints(deps),
  readChangeEndpoint(deps),
  ...[...editEndpoints(deps), updateEndpoint(deps)].map((endpoint) => ({ ...endpoint, changes: 'change' as const })),
  publishChangeEndpoint(deps),
  moveEndpoint(deps),
];

const readChangeEndpoint = (deps: ChangeDeps): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes/:name',
    summary: 'Read a change: its effect on each record, its clashes, and the problems that publishing it would cause',
    access: 'viewer',
    result: CHANGE_RESULT,
    handle: async ({ params }) => answerChange(await deps.proposals.get(params.name), deps),
  });

const editEndpoints = (deps: ChangeDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes',
    summary: 'Start a change',
    access: 'editor',
    body: createBody,
    result: { ...CHANGE_RESULT, statuses: [201] },
    async handle({ body, actor }) {
      return { ...(await answerChange(await deps.proposals.make(body, actor), deps)), status: 201 };
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/changes/:name',
    summary: 'Set the title of a change and the time at which it is published (null for none)',
    access: 'editor',
    body: updateBody,
    result: CHANGE_RESULT,
    lateWrites: 'refused',
    async handle({ params: { name }, body, actor, ifMatch }) {
      const { title, scheduledAt } = body;
      const findHead = () => requireSeenHead(name, ifMatch, deps);
      if (scheduledAt !== undefined) await planPublishing({ name, findHead }, scheduledAt, actor, deps);
      else await findHead();
      const proposal = await (title === undefined
        ? deps.proposals.get(name)
        : deps.proposals.rename(name, title, actor));
      return answerChange(proposal, deps);
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/changes/:name',
    summary: 'Delete a change; it can be restored for thirty days',
    access: 'editor',
    result: { ...deletedResult(), headers: [] },
    async handle({ params, actor }) {
      await deps.proposals.drop(params.name, actor);
      return { data: { deleted: true } };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/restore',
    summary: 'Restore a deleted change',
    access: 'editor',
    result: CHANGE_RESULT,
    handle: async ({ params }) => answerChange(await deps.proposals.bringBack(params.name), deps),
  }),
];

const updateEndpoint = (deps: ChangeDeps): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/update',
    summary: 'Bring a change up to date by merging what is live into it',
    access: 'editor',
    body: mergeBody,
    result: CHANGE_RESULT,
    async handle({ params: { name }, body, actor }) {
      const choices = readChoices(body.resolve ?? []);
      return answerChange(await deps.proposals.update(name, { choices, actor }), deps);
    },
  });

const publishChangeEndpoint = (deps: ChangeDeps): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/publish',
    summary: 'Publish a change as one commit, now or at a given time',
    access: 'editor',
    body: publishBody,
    result: dataResult(PUBLISHED_CHANGE, { headers: ['X-Commit'] }),
    lateWrites: 'refused',
    async handle({ params: { name }, body, actor, ifMatch }) {
      const note = body.revisionNote ?? undefined;
      if (body.scheduledAt !== undefined) {
        const findHead = () => requireSeenHead(name, ifMatch, deps);
        const scheduledAt = await planPublishing({ name, findHead, note }, body.scheduledAt, actor, deps);
        return { data: { name, commit: null, scheduledAt } };
      }
      const choices = readChoices(body.resolve ?? []);
      const { commit } = await deps.proposals.publish(name, { choices, actor, head: ifMatch, note });
      return { data: { name, commit, scheduledAt: null }, commit };
    },
  });

const moveBody = object({
  records: list(object({ kind: choice(...CONTENT_KINDS), key: text({ maxLength: 1000 }) }), {
    minItems: 1,
    maxItems: 1000,
  }),
  to: nullable(text({ maxLength: 250, description: 'A change, `live`, or null to give the edits up' })),
});

const moveEndpoint = (deps: ChangeDeps): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/move',
    summary:
      'Take the edits of some records out of a change: publish them alone, move them to another change, or give them up',
    access: 'editor',
    body: moveBody,
    result: dataResult(MOVED_EDITS, { headers: ['X-Commit'] }),
    lateWrites: 'refused',
    changes: 'change',
    async handle({ params: { name }, body: { records, to }, actor, ifMatch }) {
      if (to === LIVE) requireNotChangesOnly(actor);
      const { commit } = await deps.proposals.move(name, { records, to: toDestination(to), actor, seen: ifMatch });
      return { data: { name, to, commit, moved: records.length }, commit };
    },
  });

function toDestination(to: string | null): EditDestination {
  if (to === null) return { type: 'nowhere' };
  return to === LIVE ? { type: 'live' } : { type: 'change', name: to };
}

/** The head of a change. @throws CmsError PRECONDITION_FAILED if another commit has been seen */
async function requireSeenHead(name: string, seen: string | undefined, { proposals }: ChangeDeps): Promise<string> {
  const { head } = await proposals.get(name);
  requireReviewedHead(head, seen);
  return head;
}

interface SeenChange {
  readonly name: string;
  /** The commit of the change that has been seen. It is asked in turn with the writes, so none can end after it unseen. */
  findHead(): Promise<string>;
  readonly note?: string | undefined;
}

/** Sets the time of a change, or clears it with null. */
export async function planPublishing(
  { name, findHead, note }: SeenChange,
  at: string | null,
  actor: Actor,
  { proposals, writer, schedule, clock }: ChangeDeps,
): Promise<string | null> {
  await requireMayPublish(name, actor, proposals);
  const scheduledAt = at === null ? null : toTimestamp(at);
  if (scheduledAt !== null && scheduledAt <= clock().toISOString())
    throw invalidAt(['scheduledAt'], because('future', 'must be in the future; leave it out to publish now', {}));
  await writer.inTurn(async () => {
    const head = await findHead();
    await schedule.set(name, scheduledAt === null ? null : { at: scheduledAt, actor, head, note });
  });
  return scheduledAt;
}

/** @throws CmsError FORBIDDEN if the actor may not publish what the change holds now; the roles of every site are asked at the time */
async function requireMayPublish(name: string, actor: Actor, proposals: ChangeDeps['proposals']): Promise<void> {
  requireNotChangesOnly(actor);
  if (!actor.rights.isBuiltIn) await proposals.requireMayPublish(name, actor);
}

/** @throws CmsError FORBIDDEN if the actor may write to changes only */
function requireNotChangesOnly({ changesOnly = false }: Actor): void {
  if (changesOnly)
    throw forbidden(because('proposesOnly', 'You can write to changes but not publish them: ask someone who can', {}));
}

export async function answerChange(proposal: Proposal, deps: ChangeDeps): Promise<Answer> {
  const change = await readShownChange(proposal, deps);
  const problems = change.problem === null ? await deps.proposals.problems(proposal.name) : [];
  return { data: showChange(change, problems), etag: proposal.head };
}
