import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../git/objects/objects.ts';
import { findDivergence } from '../../git/read/ancestry/divergence.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import type { Actor } from '../../model/access.ts';
import { forbidden, invalidAt } from '../../model/errors.ts';
import { createActor } from '../../model/rights/createActor.ts';
import { LIVE } from '../../proposal/lifecycle.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { Site } from '../../site/site.ts';
import type { Action, RecordWriter } from '../../write/action.ts';
import type { ExtensionDefinition } from '../extension.ts';
import { CAUSE, trailersNamed } from './causes.ts';
import { planEdits } from './planEdits.ts';
import type { ProposalRequest } from './process/effectTask.ts';

/** The run that a proposal comes from. */
export interface ProposalOrigin {
  readonly extension: Pick<ExtensionDefinition, 'name' | 'needs'>;
  /** The record of the event: `page/12`. */
  readonly record: string;
  /** The commit of the event. */
  readonly commit: string | null;
  /** The extensions that have caused the event. */
  readonly causes: readonly string[];
  /** What earlier runs for this event have made, by key. */
  readonly made: Readonly<Record<string, string>>;
}

/** A proposal that has been made: its key, and the change it is in. */
export interface MadeProposal {
  readonly key: string;
  readonly name: string;
}

/** Writes what effects propose. */
export type Propose = (request: ProposalRequest, origin: ProposalOrigin) => Promise<MadeProposal>;

interface Parts {
  readonly live: Pick<Site<RecordWriter>, 'commit' | 'write'>;
  readonly proposals: Pick<Proposals, 'findByTitle' | 'read' | 'make' | 'open' | 'abandon'>;
  readonly objects: Pick<ObjectStore, 'findCommit'>;
}

/** The trailer that names a proposal, and the change it was made in. */
const ONCE = 'Quire-Once';

const MAX_TITLE = 200;
const MAX_ONCE = 1000;
const MAX_EDITS = 100;

/**
 * Makes what writes proposals, each once: its commit names it, so that the next run finds it even if the server was
 * killed before it could answer.
 */
export const createPropose =
  (parts: Parts): Propose =>
  async (request, origin) => {
    const { writes } = origin.extension.needs ?? {};
    if (writes === undefined) throw forbidden({ message: 'The extension may not write: its `needs` name no `writes`' });
    const asked = { ...request, title: cleanLine(request.title) };
    requireSound(asked);
    const key = keyOf(asked, origin);
    const known = Object.hasOwn(origin.made, key) ? origin.made[key] : await findInHistory(key, origin, parts);
    if (known !== undefined) return { key, name: known };
    const name = await (writes === 'live' ? writeLive : writeToChange)({ ...asked, key, origin }, parts);
    return { key, name };
  };

function requireSound({ title, once, edits }: ProposalRequest): void {
  if (title === '' || title.length > MAX_TITLE) throw invalidAt(['title'], `must have 1 to ${MAX_TITLE} characters`);
  if (once === '' || once.length > MAX_ONCE) throw invalidAt(['once'], `must have 1 to ${MAX_ONCE} characters`);
  if (edits.length > MAX_EDITS) throw invalidAt(['edit'], `must not edit more than ${MAX_EDITS} records`);
}

const keyOf = ({ title, once }: ProposalRequest, { extension, record }: ProposalOrigin): string =>
  createHash('sha256')
    .update(JSON.stringify([extension.name, record, title, once]))
    .digest('hex')
    .slice(0, 40);

interface KeyedProposal extends ProposalRequest {
  readonly key: string;
  readonly origin: ProposalOrigin;
}

/** It must be newer than its event; what was proposed in a change that is live by now is there, too. */
async function findInHistory(key: string, { commit }: ProposalOrigin, parts: Parts): Promise<string | undefined> {
  const { live } = parts;
  return live.commit === null || commit === null ? undefined : findMade(key, live.commit, commit, parts);
}

/** Looks for a proposal in the commits that lead to one commit but not to another. */
async function findMade(key: string, to: string, from: string, { objects }: Parts): Promise<string | undefined> {
  const commits = (await findDivergence(objects, to, from))?.ours ?? [];
  const names = commits.flatMap(({ message }) => trailersNamed(message, ONCE));
  return names.map((value) => value.split(' ')).find(([made]) => made === key)?.[1];
}

async function writeLive(asked: KeyedProposal, { live }: Parts): Promise<string> {
  await live.write.write(toAction(asked, LIVE), actorOf(asked.origin, {}));
  return LIVE;
}

async function writeToChange(asked: KeyedProposal, parts: Parts): Promise<string> {
  const { proposals, live } = parts;
  const actor = actorOf(asked.origin, { changesOnly: true });
  const own = await findOwnChange(asked.title, actor, parts);
  const made = own && live.commit !== null ? await findMade(asked.key, own.head, live.commit, parts) : undefined;
  if (made !== undefined) return made;
  const { name } = own ?? (await proposals.make({ title: asked.title }, actor));
  const abandonIfNew = async (): Promise<void> => (own ? undefined : proposals.abandon(name));
  const change = await proposals.open(name, true);
  try {
    const { commit } = await change.write.write(toAction(asked, name), actor);
    if (commit === null) await abandonIfNew();
    return commit === null ? '' : name;
  } catch (error) {
    await abandonIfNew();
    throw error;
  }
}

/** The change of this title that the extension has begun. */
async function findOwnChange(title: string, { name }: Actor, { proposals }: Parts) {
  for (const branch of await proposals.findByTitle(title)) {
    const change = await proposals.read(branch);
    if (change.facts?.author === name) return change;
  }
  return undefined;
}

/** The author of the commits of an extension. */
const actorOf = ({ extension: { name } }: ProposalOrigin, rights: Pick<Actor, 'changesOnly'>): Actor =>
  createActor({
    ...{ type: 'extension', id: 0, name: `extension/${name}`, email: `${name}@extensions.quire.invalid` },
    ...{ role: 'editor', ...rights },
  });

/** One commit with all edits. */
function toAction({ key, title, edits, origin }: KeyedProposal, name: string): Action {
  const causes = new Set([...origin.causes, origin.extension.name]);
  return {
    name: `${edits.every(({ kind }) => kind === 'media') ? 'media' : 'page'}.update`,
    note: title,
    trailers: [[ONCE, `${key} ${name}`], ...[...causes].map((cause) => [CAUSE, cause] as const)],
    plan: planEdits(edits),
  };
}
