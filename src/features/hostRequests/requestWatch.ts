import type { FollowedHost, FollowedProposals, ReadableProposal } from '../../extend/featureParts.ts';
import { isInHistory } from '../../git/read/ancestry/ancestry.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { HostKind } from './host/findHostApi.ts';
import type { HostClient, HostRequest, HostRequestDetails } from './host/hostClient.ts';
import { findHostFailure, type HostFailure } from './host/hostFailure.ts';
import { type TrackedRequests, toTracked } from './trackedRequests.ts';

/** A request as the host has told it last. */
export interface SeenRequest {
  /** Null if there is none for the change. */
  readonly request: HostRequest | null;
  readonly details: HostRequestDetails | null;
  /** In milliseconds since 1970. */
  readonly readAt: number;
}

/** A git host that takes requests for changes. */
export interface RequestHost {
  readonly kind: HostKind;
  readonly client: HostClient;
}

/** What all work with the requests of changes shares. */
export interface RequestWatch {
  readonly repo: Pick<GitRepository, 'objects' | 'head'>;
  readonly tracked: TrackedRequests;
  /** By the names of changes. */
  readonly seen: Map<string, SeenRequest>;
  /** What is being read of the host now, by the names of changes. */
  readonly reading: Map<string, Promise<SeenRequest>>;
  readonly host: FollowedHost;
  readonly proposals: FollowedProposals;
  /** Null if nothing tells which interface the host has. */
  connect(): Promise<RequestHost | null>;
  now(): number;
  /** Tells open windows that the request of a change has changed. */
  announce(name: string): void;
  /** Tells who has opened a request that it has ended at the host. */
  notify(name: string, by: string, state: 'merged' | 'closed'): Promise<void>;
  /** The failure that admins should know of; null if the host answers. */
  failure: HostFailure | null;
  onError(error: unknown, message: string): void;
}

/** Failures that last until somebody acts. */
const LASTING: readonly HostFailure['reason'][] = ['token', 'forbidden', 'missing', 'moved'];

/** Keeps whether the host answers. A failure that lasts is logged once. */
export function noteFailure(watch: RequestWatch, error: unknown): void {
  const failure = findHostFailure(error);
  if (!failure) watch.onError(error, 'The requests at the git host could not be read');
  if (!failure || !LASTING.includes(failure.reason)) return;
  if (watch.failure?.reason !== failure.reason) watch.onError(failure, 'The git host has refused what Quire asked');
  watch.failure = failure;
}

/** The branch that requests ask to merge into: the one that is live here. */
export const baseOf = ({ host }: RequestWatch): string => host.liveBranch() ?? 'main';

/** Reads the request of a change from the host; those who ask at the same time share the answer. @throws HostFailure */
export function readChangeRequest(watch: RequestWatch, proposal: ReadableProposal): Promise<SeenRequest> {
  const { name } = proposal;
  const running = watch.reading.get(name);
  if (running) return running;
  const reading = askHost(watch, proposal).finally(() => watch.reading.delete(name));
  watch.reading.set(name, reading);
  return reading;
}

async function askHost(watch: RequestWatch, proposal: ReadableProposal): Promise<SeenRequest> {
  const { name } = proposal;
  const connected = await watch.connect();
  const request = connected && (await findRequest(watch, proposal, connected.client));
  const details = connected && request?.state === 'open' ? await connected.client.inspect(request) : null;
  const before = watch.seen.get(name);
  const seen: SeenRequest = { request: request ?? null, details, readAt: watch.now() };
  watch.seen.set(name, seen);
  watch.failure = null;
  if (request) await noteRequest(watch, name, request);
  if (before && JSON.stringify([before.request, before.details]) !== JSON.stringify([seen.request, details]))
    watch.announce(name);
  return seen;
}

/** An ended request that nobody here knows of is the change's only if it is about the same commit. */
async function findRequest(
  watch: RequestWatch,
  proposal: ReadableProposal,
  client: HostClient,
): Promise<HostRequest | null> {
  const { name, branch, head } = proposal;
  const tracked = watch.tracked.get(name);
  if (tracked?.state === 'open') return readIfThere(client, tracked.number);
  const found = branch === null ? null : await client.find(branch, baseOf(watch));
  if (found && (found.state === 'open' || found.head === head || found.number === tracked?.number)) return found;
  const number = tracked?.number ?? proposal.request;
  return number === null ? null : readIfThere(client, number);
}

async function readIfThere(client: HostClient, number: number): Promise<HostRequest | null> {
  try {
    return await client.read(number);
  } catch (error) {
    if (findHostFailure(error)?.reason === 'missing') return null;
    throw error;
  }
}

/** Keeps what the host says of a request, and does what follows from it. */
export async function noteRequest(watch: RequestWatch, name: string, request: HostRequest): Promise<void> {
  const { tracked, host } = watch;
  const { number, state, url } = request;
  const before = tracked.get(name);
  const isKnown = before?.number === number;
  if (!isKnown || before.state !== state || before.url !== url)
    await tracked.set(name, toTracked(request, isKnown ? before.by : null));
  const hasEnded = isKnown && before.state === 'open' && state !== 'open';
  if (hasEnded) watch.announce(name);
  if (hasEnded && before.by !== null) await watch.notify(name, before.by, state);
  if (state !== 'merged') return;
  if (await isLive(watch, request.mergeCommit ?? request.head))
    await watch.proposals.follow(name, { hostHad: request.head, isMerged: true });
  // What the host has merged is fetched once; if it cannot come in now, the next look tries again.
  else if (hasEnded) host.told(null);
}

async function isLive({ repo }: RequestWatch, commit: string): Promise<boolean> {
  const head = await repo.head();
  return head !== null && isInHistory(repo.objects, { ancestor: commit }, head);
}
