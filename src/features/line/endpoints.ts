import type { ReadableProposal, ReaderParts } from '../../extend/featureParts.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { isOfHiddenFile } from '../../http/reader/hiddenParts.ts';
import { dataResult, listResult } from '../../http/result.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import { nullable, object, revisionNote } from '../../model/schema/schema.ts';
import { requireReviewedHead } from '../../proposal/publish/proposalPublisher.ts';
import { aliasNames } from '../../view/admin/aliasNames.ts';
import { integerShape } from '../../view/shapes/values.ts';
import type { ReturnedEntry } from './lineEntry.ts';
import type { ChangeLine } from './openLine.ts';
import { CLASHING_CHANGE, LINE_PLACE, showClashingChange, showLinePlace } from './view.ts';

export interface LineDeps extends ReaderParts {
  readonly line: ChangeLine;
  readonly clock: () => Date;
}

const joinBody = object({}, { revisionNote: nullable(revisionNote()) });

/** Changes in line, and what they would clash with (PEOPLE, 4). */
export const lineEndpoints = (deps: LineDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes/:name/forecast',
    summary: 'List the changes with which a change would clash if they were published first, with the values',
    access: 'viewer',
    result: listResult(CLASHING_CHANGE, { meta: object({ total: integerShape, compared: integerShape }) }),
    async handle({ params: { name } }) {
      const { proposals, proposalSchedule } = deps;
      const { clashing, compared } = await proposals.forecast(name);
      const data: object[] = [];
      for (const { branch, ...clash } of clashing) {
        const proposal = await proposals.read(branch);
        const scheduledAt = proposalSchedule.of(branch.name);
        data.push(showClashingChange({ proposal, scheduledAt, ...clash }));
      }
      return { data, meta: { total: data.length, compared } };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes/:name/queue',
    summary: 'Read where a change is in line to be published, or why it was sent back',
    access: 'viewer',
    result: dataResult(LINE_PLACE),
    handle: async ({ params, actor }) => ({
      data: await showPlace(await deps.proposals.get(params.name), actor, deps),
    }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/queue',
    summary: 'Put a change in line: it is published after those before it, or sent back',
    access: 'editor',
    body: joinBody,
    result: dataResult(LINE_PLACE),
    lateWrites: 'refused',
    async handle({ params: { name }, body, actor, ifMatch }) {
      const proposal = await deps.proposals.get(name);
      requireReviewedHead(proposal.head, ifMatch);
      await deps.proposals.requireMayPublish(name, actor);
      const { type, id, email, role } = actor;
      await deps.line.join({
        ...{ name, head: proposal.head, actor: { type, id, name: actor.name, email, role } },
        ...(body.revisionNote && { note: body.revisionNote }),
        joinedAt: deps.clock().toISOString(),
      });
      return { data: await showPlace(proposal, actor, deps) };
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/changes/:name/queue',
    summary: 'Take a change out of the line',
    access: 'editor',
    result: dataResult(LINE_PLACE),
    async handle({ params, actor }) {
      const proposal = await deps.proposals.get(params.name);
      const { name } = proposal;
      const joined = [...deps.line.record.waiting, ...deps.line.record.returned].find((one) => one.name === name);
      if (!joined || actorRefName(joined.actor) !== actorRefName(actor))
        await deps.proposals.requireMayPublish(name, actor);
      await deps.line.leave(name);
      return { data: await showPlace(proposal, actor, deps) };
    },
  }),
];

async function showPlace(
  proposal: ReadableProposal,
  { rights }: Pick<Actor, 'rights'>,
  deps: LineDeps,
): Promise<object> {
  const { line, live, proposals } = deps;
  const { name } = proposal;
  const { waiting, returned } = line.record;
  const ahead = waiting.findIndex((one) => one.name === name);
  const found = returned.find((one) => one.name === name);
  const before = await Promise.all(
    waiting.slice(0, Math.max(ahead, 0)).map((one) => findReadableChange(one.name, proposals)),
  );
  const facts = {
    ...{ name, entry: waiting[ahead], ahead: ahead < 0 ? null : ahead },
    state: stateInLine(name, line),
    before: before.flatMap((one) => one ?? []),
    returned: found && (rights.readsAll ? found : await withoutHidden(found, proposal, deps)),
  };
  return showLinePlace(facts, live.store);
}

/** Whether a change waits, is being published, or was sent back. */
export function stateInLine(
  name: string,
  { record, publishing }: ChangeLine,
): 'none' | 'waiting' | 'publishing' | 'sentBack' {
  if (publishing?.name === name) return 'publishing';
  if (record.waiting.some((one) => one.name === name)) return 'waiting';
  return record.returned.some((one) => one.name === name) ? 'sentBack' : 'none';
}

async function findReadableChange(name: string, proposals: LineDeps['proposals']): Promise<ReadableProposal | null> {
  try {
    return await proposals.get(name);
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Why a change was sent back, for somebody who may not read all records. */
async function withoutHidden(
  returned: ReturnedEntry,
  proposal: ReadableProposal,
  { live, proposals }: LineDeps,
): Promise<ReturnedEntry> {
  const shown = new Set((await proposals.describe(proposal)).records.map(refName));
  const isShown = (clash: RecordRef): boolean => shown.has(refName(clash));
  const mayReadFile = (path: string): boolean => live.store.fileAt(path) !== undefined;
  return {
    ...returned,
    details: returned.details.filter((detail) => detail.reason !== 'clash' && !isOfHiddenFile(detail, mayReadFile)),
    clashes: aliasNames(returned.clashes.filter(isShown), live.store),
  };
}
