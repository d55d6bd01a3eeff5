import type { Actor } from '../../../model/access.ts';
import { entityOf } from '../../../model/entities/index.ts';
import type { Entry, Lookup, RecordRef } from '../../../model/entry.ts';
import { CmsError, notFound } from '../../../model/errors.ts';
import { recordKey, singleIdOf } from '../../../model/location.ts';
import { isPublic } from '../../../model/page/isPublic.ts';
import { because } from '../../../model/reason.ts';
import type { Kind } from '../../../model/records.ts';
import { choice, nullable, object, revisionNote, text, timestamp } from '../../../model/schema/schema.ts';
import { CHANGE, PUBLISHED_DRAFT } from '../../../view/shapes/change.ts';
import { getRecord } from '../../../write/records.ts';
import { type Answer, addToMeta, type Call, defineEndpoint, type Endpoint, type FindInChange } from '../../endpoint.ts';
import { answerInSite } from '../../pipeline.ts';
import { readChoices, resolveInput } from '../../request/resolve.ts';
import { dataResult, deletedResult, describeMeta, recordResult } from '../../result.ts';
import { describeMerged } from '../../step/unknownNames.ts';
import { answerChange, planPublishing } from './changes.ts';
import type { ChangeDeps } from './shownChange.ts';

export interface DraftDeps extends ChangeDeps {
  /** Finds an endpoint's counterpart that serves a change. */
  readonly findInChange: FindInChange;
}

/** The kinds of content that have drafts, and where one of their records is read and written. */
const DRAFTED: readonly (readonly [Kind, path: string])[] = [
  ...(['page', 'block', 'menu', 'taxonomy', 'media'] as const).map(
    (kind) => [kind, `/api/admin/${entityOf(kind).plural}/:id`] as const,
  ),
  ['settings', '/api/admin/config'],
];

/**
 * The draft of a record: a change that belongs to it alone, one for everybody (contract, section 14). It is read and
 * written by the record's own endpoints, served in that change.
 */
export const draftEndpoints = (editing: readonly Endpoint[], deps: DraftDeps): readonly Endpoint[] =>
  DRAFTED.flatMap(([kind, path]) => {
    const find = (method: Endpoint['method']): Endpoint =>
      editing.find((one) => one.method === method && one.path === path)!;
    return [
      readDraftEndpoint(kind, find('GET'), deps),
      ...(['PUT', 'PATCH'] as const).map((method) => writeEndpoint(kind, find(method), deps)),
      openEndpoint(kind, path, deps),
      discardEndpoint(kind, path, deps),
      publishDraftEndpoint(kind, path, deps),
    ];
  });

/** Answers name the change that the draft is. */
const NAMED = { draft: text() };
const nameDraft = (answer: Answer, name: string): Answer => addToMeta(answer, { draft: name });

const draftPath = (path: string): string => `${path}/draft`;

/** The record that a request is about. @throws CmsError NOT_FOUND if nothing like it is live */
function getRef(kind: Kind, { params }: Pick<Call, 'params'>, { lookup }: Pick<DraftDeps, 'lookup'>): RecordRef {
  const id = singleIdOf(kind) ?? Number(params['id']);
  if (singleIdOf(kind) === undefined) getRecord(lookup, kind, id);
  return { kind, id };
}

/** The name of the change that is the record's draft. @throws CmsError NOT_FOUND if it has none */
async function getDraft(record: RecordRef, { proposals }: Pick<DraftDeps, 'proposals'>): Promise<string> {
  await proposals.drafts.refresh();
  const name = proposals.drafts.nameOf(record);
  if (name === undefined) throw notFound('Draft');
  return name;
}

const openDraft = (record: RecordRef, actor: Actor, { proposals, lookup }: DraftDeps) =>
  proposals.openDraft({ title: findRecordTitle(record, lookup), draftOf: record }, actor);

function findRecordTitle({ kind, id }: RecordRef, lookup: Lookup): string {
  const entry = lookup.get(kind, id);
  return (entry && entityOf(kind).title(entry.data).trim()) || kind;
}

function readDraftEndpoint(kind: Kind, get: Endpoint, deps: DraftDeps): Endpoint {
  return defineEndpoint({
    ...get,
    ...(get.result && { result: describeMeta(get.result, NAMED) }),
    path: draftPath(get.path),
    summary: `${get.summary}, as its draft has it`,
    site: {},
    async handle(call) {
      const name = await getDraft(getRef(kind, call, deps), deps);
      return nameDraft(await answerInSite(await deps.findInChange(name, get))(call), name);
    },
  });
}

/** Begins the draft with the first write; one that is refused leaves none behind. */
function writeEndpoint(kind: Kind, write: Endpoint, deps: DraftDeps): Endpoint {
  return defineEndpoint({
    ...write,
    ...(write.result && { result: describeMeta(describeMerged(write.result, write), NAMED) }),
    path: draftPath(write.path),
    summary: `${write.summary}, in its draft`,
    site: {},
    changes: 'change',
    async handle(call) {
      const actor = call.actor!;
      const { proposal, isNew } = await openDraft(getRef(kind, call, deps), actor, deps);
      try {
        return nameDraft(await answerInSite(await deps.findInChange(proposal.name, write))(call), proposal.name);
      } catch (error) {
        if (isNew) await deps.proposals.abandon(proposal.name);
        throw error;
      }
    },
  });
}

const openEndpoint = (kind: Kind, path: string, deps: DraftDeps): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path: draftPath(path),
    summary: 'Start the change that is the draft of a record, or find it if it exists',
    ...{ access: 'editor', kind },
    result: { ...recordResult(CHANGE), statuses: [200, 201] },
    changes: 'change',
    async handle(call) {
      const { proposal, isNew } = await openDraft(getRef(kind, call, deps), call.actor, deps);
      const answer = await answerChange(proposal, deps);
      return isNew ? { ...answer, status: 201 } : answer;
    },
  });

const discardEndpoint = (kind: Kind, path: string, deps: DraftDeps): Endpoint =>
  defineEndpoint({
    method: 'DELETE',
    path: draftPath(path),
    summary: 'Discard the draft of a record; the change can be restored for thirty days',
    ...{ access: 'editor', kind },
    result: { ...deletedResult({ meta: object(NAMED) }), headers: [] },
    changes: 'change',
    async handle(call) {
      const name = await getDraft(getRef(kind, call, deps), deps);
      await deps.proposals.drop(name, call.actor);
      return nameDraft({ data: { deleted: true } }, name);
    },
  });

const publishBody = object(
  {},
  {
    scheduledAt: timestamp(),
    revisionNote: nullable(revisionNote()),
    take: choice('ours', 'theirs'),
    resolve: resolveInput('`ours` is what is live, `theirs` is what the draft has'),
  },
);

/** `If-Match` names the version of the record in the draft, so that only what somebody has looked at is published. */
const publishDraftEndpoint = (kind: Kind, path: string, deps: DraftDeps): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path: `${draftPath(path)}/publish`,
    summary: 'Publish the draft of a record, now or at a given time',
    ...{ access: 'editor', kind },
    body: publishBody,
    result: dataResult(PUBLISHED_DRAFT, { headers: ['X-Commit'] }),
    lateWrites: 'refused',
    async handle(call) {
      const { body, actor, ifMatch } = call;
      const record = getRef(kind, call, deps);
      const name = await getDraft(record, deps);
      const findHead = () => requireSeenDraft(name, record, ifMatch, deps);
      const note = body.revisionNote ?? undefined;
      if (body.scheduledAt !== undefined) {
        const scheduledAt = await planPublishing({ name, findHead, note }, body.scheduledAt, actor, deps);
        return { data: { change: name, commit: null, scheduledAt, isPublic: isVisibleRecord(record, deps) } };
      }
      const head = await findHead();
      const choices = readChoices(body.resolve ?? (await chooseSide(name, body.take, deps)));
      const { commit } = await deps.proposals.publish(name, { choices, actor, head, note });
      return { data: { change: name, commit, scheduledAt: null, isPublic: isVisibleRecord(record, deps) }, commit };
    },
  });

/**
 * The head of the draft.
 *
 * @throws CmsError PRECONDITION_FAILED if its record has another version than the caller has seen; CONFLICT if it holds
 *   edits of other records, which nobody sees who looks at this one
 */
async function requireSeenDraft(
  name: string,
  record: RecordRef,
  seen: string | undefined,
  { proposals, lookup }: DraftDeps,
): Promise<string> {
  const { kind, id } = record;
  const { commit: head, store } = await proposals.open(name, false);
  const present = store.get(kind, id);
  if (seen !== undefined && seen !== present?.rev)
    throw new CmsError('PRECONDITION_FAILED', 'The draft has been edited since it was read: look at it again');
  const keys = [lookup.get(kind, id), present].flatMap((entry) => (entry ? recordKey(kind, entry.data) : []));
  const stray = await proposals.strayEdits({ record, keys, head });
  if (stray.length > 0)
    throw new CmsError(
      'CONFLICT',
      stray.slice(0, MAX_STRAY).map((path) => explainStray(path, name)),
    );
  return head;
}

/** The most files to name. */
const MAX_STRAY = 20;

const explainStray = (path: string, name: string) => ({
  path: [path],
  ...because(
    'strayEdit',
    `was edited in the draft too, and is another record's: look at the whole change "${name}" and publish that, or move the edit out of it`,
    { path },
  ),
});

type DraftSide = 'ours' | 'theirs';

/** One side for everything that clashes now. */
async function chooseSide(name: string, take: DraftSide | undefined, { proposals }: DraftDeps) {
  if (take === undefined) return [];
  const { clashes } = await proposals.describe(await proposals.get(name));
  return clashes.map(({ kind, key, path }) => ({ kind, key, path, take }));
}

/** Whether visitors can see the record now: of all kinds, only pages can be hidden. */
function isVisibleRecord({ kind, id }: RecordRef, { lookup, clock }: DraftDeps): boolean {
  const entry = lookup.get(kind, id) as Entry<unknown> | undefined;
  return (
    kind !== 'page' || (entry !== undefined && isPublic((entry as Entry<Parameters<typeof isPublic>[0]>).data, clock()))
  );
}
