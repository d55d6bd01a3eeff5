import type { ReadableProposal } from '../../extend/featureParts.ts';
import type { HostNews } from '../../host/hostNews.ts';
import { CmsError } from '../../model/errors.ts';
import type { HostRequest } from './host/hostClient.ts';
import {
  baseOf,
  noteFailure,
  noteRequest,
  type RequestHost,
  type RequestWatch,
  readChangeRequest,
} from './requestWatch.ts';

/** How long to wait between looks at all requests: while some are open, and otherwise. */
const OPEN_MS = 60_000;
const IDLE_MS = 5 * 60_000;
/** How many requests that are not among the latest are read in one look. */
const MOST_READ = 5;

/** Keeps up with what happens to requests at the host. */
export interface HostLooks {
  onNews(news: HostNews): void;
  /** Resolves when nothing is being asked. */
  idle(): Promise<void>;
}

export function createHostLooks(watch: RequestWatch): HostLooks {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();
  /** The branches that a look is due at; null: all. A host tells of each step of each check. */
  const due = new Set<string | null>();

  function run(work: () => Promise<void>): void {
    running = running.then(work).catch((error: unknown) => noteFailure(watch, error));
  }

  async function lookAtAll(isAsked: boolean): Promise<void> {
    const isWaiting = watch.tracked.entries().some(([, { state }]) => state !== 'closed');
    const pause = isWaiting ? OPEN_MS : IDLE_MS;
    if (!isAsked && watch.now() - lookedAt < pause) return settleWaiting(watch);
    lookedAt = watch.now();
    const connected = await watch.connect();
    if (connected) await lookAtLatest(watch, connected);
  }

  function runOnce(branch: string | null): void {
    if (due.has(branch)) return;
    due.add(branch);
    run(() => {
      due.delete(branch);
      return branch === null ? lookAtAll(true) : lookAtBranch(watch, branch);
    });
  }

  return {
    onNews(news) {
      if (news.type === 'fetched') run(() => lookAtAll(false));
      else runOnce(news.branch);
    },
    idle: () => running,
  };
}

/** Publishes what the host has merged and what has come here by now. */
async function settleWaiting(watch: RequestWatch): Promise<void> {
  for (const [name, { state }] of watch.tracked.entries()) {
    const request = watch.seen.get(name)?.request;
    if (state === 'merged' && request?.state === 'merged') await noteRequest(watch, name, request);
  }
}

async function lookAtLatest(watch: RequestWatch, { client }: RequestHost): Promise<void> {
  const changes = await watch.proposals.list();
  await forgetGone(watch, changes);
  const latest = await client.listRecent();
  watch.failure = null;
  const left = new Map(watch.tracked.entries().filter(([, { state }]) => state !== 'closed'));
  const base = baseOf(watch);
  for (const { name, branch } of changes) {
    const number = left.get(name)?.number;
    const request = latest.find((one) => (number === undefined ? isOpenFor(one, branch, base) : one.number === number));
    if (!request) continue;
    left.delete(name);
    const before = watch.seen.get(name);
    // A list does not tell all: what was known of the same commit is kept until somebody looks.
    const isSame = before?.request?.head === request.head && before.request.state === request.state;
    const mergeability = isSame ? before.request!.mergeability : request.mergeability;
    const details = before?.details ?? null;
    watch.seen.set(name, { request: { ...request, mergeability }, details, readAt: Number.NEGATIVE_INFINITY });
    await noteRequest(watch, name, request);
  }
  for (const name of [...left.keys()].slice(0, MOST_READ)) await lookAtChange(watch, name);
}

const isOpenFor = (one: HostRequest, branch: string | null, base: string): boolean =>
  one.state === 'open' && one.branch === branch && one.base === base;

async function forgetGone(watch: RequestWatch, changes: readonly Pick<ReadableProposal, 'name'>[]): Promise<void> {
  const names = new Set(changes.map(({ name }) => name));
  for (const [name] of watch.tracked.entries()) if (!names.has(name)) await forgetRequest(watch, name);
}

/** Forgets the request of a change that is gone. */
export async function forgetRequest({ tracked, seen }: RequestWatch, name: string): Promise<void> {
  seen.delete(name);
  await tracked.set(name, null);
}

async function lookAtBranch(watch: RequestWatch, branch: string): Promise<void> {
  const found = (await watch.proposals.list()).find((one) => one.branch === branch);
  if (found) await lookAtChange(watch, found.name);
}

async function lookAtChange(watch: RequestWatch, name: string): Promise<void> {
  try {
    await readChangeRequest(watch, await watch.proposals.get(name));
  } catch (error) {
    // It has been published or dropped meanwhile.
    if (!(error instanceof CmsError && error.code === 'NOT_FOUND')) throw error;
  }
}
