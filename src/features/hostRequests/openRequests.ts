import type { FeatureParts, FollowedHost, FollowedProposals, ReadableProposal } from '../../extend/featureParts.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import type { Problem } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { because, type Wording } from '../../model/reason.ts';
import { findHostApi } from './host/findHostApi.ts';
import type { HostRequest, NewHostRequest } from './host/hostClient.ts';
import { findHostFailure, toRefusal, WORDINGS } from './host/hostFailure.ts';
import { createHostInterface, type HostInterface, type HostLimits } from './host/hostInterface.ts';
import { loadHostClient } from './host/loadHostClient.ts';
import { createHostLooks, forgetRequest } from './lookAtHost.ts';
import {
  baseOf,
  noteFailure,
  noteRequest,
  type RequestHost,
  type RequestWatch,
  readChangeRequest,
  type SeenRequest,
} from './requestWatch.ts';
import { sendToHost } from './sendToHost.ts';
import { openTrackedRequests, toTracked } from './trackedRequests.ts';

/** The request of a change, as it is shown. */
export interface RequestStatus extends Omit<SeenRequest, 'readAt'> {
  readonly host: RequestHost['kind'];
  /** Whether the request asks for what the change holds now. */
  readonly isCurrent: boolean;
  /** When the host was asked last; null: never. */
  readonly readAt: string | null;
  /** Why the host could not be asked now; at most one. */
  readonly problems: readonly Wording[];
}

interface Asking {
  /** Whether the host may be asked; otherwise what is known is told. */
  readonly asksHost: boolean;
}

/** The requests of changes at the git host. */
export interface ChangeRequests {
  /** Null if no requests can be made. */
  status(proposal: ReadableProposal, asking: Asking): Promise<RequestStatus | null>;
  /** Sends a change to the host and asks to merge it, unless that is asked already. */
  open(
    proposal: ReadableProposal,
    wanted: Pick<NewHostRequest, 'title' | 'text'>,
    actor: Actor,
  ): Promise<{ readonly status: RequestStatus; readonly isNew: boolean }>;
  /** Closes the open request of a change unmerged. */
  close(proposal: ReadableProposal): Promise<RequestStatus>;
  /** Whether a change has an open request, as far as is known. */
  isOpen(name: string): boolean;
  /** Whether the host says that the open request of a change lacks something that it requires. */
  isBlocked(name: string): Promise<boolean>;
  problems(): readonly Problem[];
  end(): Promise<void>;
}

interface Options extends Pick<FeatureParts, 'repo' | 'privateDir' | 'clock' | 'onError'> {
  readonly proposals: FollowedProposals;
  readonly host: FollowedHost;
  readonly config: NonNullable<FeatureParts['config']['gitHost']>;
  readonly token: string;
  readonly limits?: Partial<HostLimits> | undefined;
  announce(name: string): void;
  readonly notify: RequestWatch['notify'];
}

/** What was read within this time is shown without asking the host again. */
const FRESH_MS = 10_000;

export function openRequests(options: Options): ChangeRequests {
  const { repo, privateDir, clock, onError, announce, notify, proposals, host } = options;
  const connection = createConnection(options);
  const watch: RequestWatch = {
    ...{ repo, announce, notify, onError, host, proposals, connect: connection.connect },
    tracked: openTrackedRequests({
      privateDir,
      onMark: host.branches.noteRequest,
      onError: (error) => onError(error, 'Requests could not be read'),
    }),
    ...{ seen: new Map(), reading: new Map(), failure: null },
    now: () => clock().getTime(),
  };
  const looks = createHostLooks(watch);
  const unsubscribe = [
    host.subscribe(looks.onNews),
    proposals.subscribe(({ type, name }) => {
      if (type === 'change.published' || type === 'change.dropped')
        forgetRequest(watch, name).catch((error) => onError(error, 'A request could not be forgotten'));
    }),
  ];
  return {
    status: (proposal, asking) => readStatus(watch, proposal, asking),
    open: (proposal, wanted, actor) => explained(watch, () => openRequest(watch, proposal, { ...wanted, actor })),
    close: (proposal) => explained(watch, () => closeRequest(watch, proposal)),
    isOpen: (name) => watch.tracked.get(name)?.state === 'open',
    isBlocked: (name) => isBlocked(watch, name),
    problems: () => listProblems(watch),
    async end() {
      for (const leave of unsubscribe) leave();
      connection.close();
      await looks.idle();
    },
  };
}

/** Loads the client of the host when it is first needed. */
function createConnection({ host, config, token, clock, limits }: Options) {
  let asking: HostInterface | undefined;
  let connected: Promise<RequestHost> | undefined;
  return {
    async connect(): Promise<RequestHost | null> {
      const address = host.address();
      const api = address && findHostApi(address, config);
      if (!api) return null;
      asking ??= createHostInterface({ url: api.url, token, clock, limits });
      const { fetch } = asking;
      connected ??= loadHostClient(api.kind, { ...api, token, fetch }).then((client) => ({ kind: api.kind, client }));
      return connected;
    },
    close: () => asking?.close(),
  };
}

async function readStatus(
  watch: RequestWatch,
  proposal: ReadableProposal,
  { asksHost }: Asking,
): Promise<RequestStatus | null> {
  const connected = await watch.connect();
  if (!connected) return null;
  const known = watch.seen.get(proposal.name);
  if (!asksHost || (known && watch.now() - known.readAt < FRESH_MS)) return toStatus(connected, proposal, known);
  try {
    return toStatus(connected, proposal, await readChangeRequest(watch, proposal));
  } catch (error) {
    const failure = findHostFailure(error);
    if (!failure) throw error;
    noteFailure(watch, failure);
    return { ...toStatus(connected, proposal, known), problems: [WORDINGS[failure.reason]] };
  }
}

const toStatus = ({ kind }: RequestHost, { head }: ReadableProposal, seen: SeenRequest | undefined): RequestStatus => ({
  host: kind,
  request: seen?.request ?? null,
  details: seen?.details ?? null,
  isCurrent: seen?.request?.head === head,
  readAt: seen && Number.isFinite(seen.readAt) ? new Date(seen.readAt).toISOString() : null,
  problems: [],
});

/** What was known counts while the host cannot be asked: it judges again what is pushed to it. */
async function isBlocked(watch: RequestWatch, name: string): Promise<boolean> {
  const status = await readStatus(watch, await watch.proposals.get(name), { asksHost: true });
  return status?.request?.state === 'open' && status.request.mergeability === 'blocked';
}

/** Says in the words of the interface what the host has refused. */
async function explained<T>(watch: RequestWatch, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = findHostFailure(error);
    if (!failure) throw error;
    noteFailure(watch, failure);
    throw toRefusal(failure, watch.now());
  }
}

interface RequestToOpen extends Pick<NewHostRequest, 'title' | 'text'> {
  readonly actor: Actor;
}

async function openRequest(watch: RequestWatch, proposal: ReadableProposal, { actor, ...wanted }: RequestToOpen) {
  const connected = await requireHost(watch);
  const before = await readChangeRequest(watch, proposal);
  if (before.request?.state === 'open') return { status: toStatus(connected, proposal, before), isNew: false };
  const branch = await sendToHost(watch, proposal);
  const request = await openOrFind(watch, connected, { ...wanted, branch, base: baseOf(watch) });
  await watch.tracked.set(proposal.name, toTracked(request, actorRefName(actor)));
  watch.announce(proposal.name);
  const present = await watch.proposals.get(proposal.name);
  return { status: toStatus(connected, present, await readChangeRequest(watch, present)), isNew: true };
}

/** Somebody may have opened it at the host just now, or the host's answer to an earlier try was lost. */
async function openOrFind(watch: RequestWatch, { client }: RequestHost, wanted: NewHostRequest): Promise<HostRequest> {
  try {
    return await client.open(wanted);
  } catch (error) {
    if (findHostFailure(error)?.reason !== 'refused') throw error;
    const found = await client.find(wanted.branch, wanted.base);
    if (found?.state === 'open') return found;
    watch.onError(error, 'The git host has refused a request');
    throw error;
  }
}

async function closeRequest(watch: RequestWatch, proposal: ReadableProposal): Promise<RequestStatus> {
  const connected = await requireHost(watch);
  const { request } = await readChangeRequest(watch, proposal);
  if (request?.state !== 'open')
    throw conflict(because('noOpenRequest', 'There is no open request for this change at the git host', {}));
  const closed = await connected.client.close(request.number);
  const seen: SeenRequest = { request: closed, details: null, readAt: watch.now() };
  watch.seen.set(proposal.name, seen);
  // Who closes it here need not be told.
  await watch.tracked.set(proposal.name, toTracked(closed, watch.tracked.get(proposal.name)?.by ?? null));
  await noteRequest(watch, proposal.name, closed);
  watch.announce(proposal.name);
  return toStatus(connected, proposal, seen);
}

async function requireHost(watch: RequestWatch): Promise<RequestHost> {
  const connected = await watch.connect();
  if (!connected)
    throw conflict(
      because('noRequests', 'There is no git host that takes requests: see GIT_TOKEN and GIT_HOST_KIND', {}),
    );
  return connected;
}

const listProblems = ({ failure }: RequestWatch): readonly Problem[] =>
  failure ? [{ path: '.git', code: 'HOST_REQUESTS', message: WORDINGS[failure.reason].message }] : [];
