import type { AuditTrail } from '../../auth/audit/auditTrail.ts';
import type { HostSync } from '../../host/host.ts';
import type { MediaParts } from '../../media/openMedia.ts';
import type { Problem, ProblemCode, RecordRef } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { ActorRights } from '../../model/rights/rights.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { ProposalSchedule } from '../../proposal/schedule.ts';
import type { MayTell } from '../../site/reader/reader.ts';
import type { ForeseenSites, Site, Sites } from '../../site/site.ts';
import type { Store } from '../../store/store.ts';
import type { UnfinishedWorkStore, WorkTarget } from '../../work/openWork.ts';
import type { RecordWriter } from '../../write/action.ts';
import type { ProblemList } from '../admin/openProblems.ts';
import type { EventStreams } from '../stream/eventStreams.ts';
import { isOfHiddenFile } from './hiddenParts.ts';
import { createMayTell } from './mayTell.ts';
import { createProposalJudge } from './proposalJudge.ts';
import { createReaderSites, restrictForeseen, restrictSites } from './readerSites.ts';
import { createEventView } from './restrictEvents.ts';
import { restrictHost } from './restrictHost.ts';
import { restrictProposals } from './restrictProposals.ts';
import { restrictTrail } from './restrictTrail.ts';

/** The parts that endpoints are made from and that tell of records. */
export interface ReadableParts {
  readonly live: Site<RecordWriter>;
  readonly sites: Sites<RecordWriter>;
  readonly proposals: Proposals;
  readonly proposalSchedule: ProposalSchedule;
  readonly foreseenSites: ForeseenSites;
  readonly trail: AuditTrail;
  readonly problems: ProblemList;
  problemsOf(site: Site): Pick<ProblemList, 'list'>;
  readonly mayTell: MayTell;
  readonly streams: EventStreams;
  readonly work: UnfinishedWorkStore;
  readonly host: HostSync | null;
  readonly media: MediaParts;
}

/** The same parts for somebody who may not read all content. */
export function restrictParts<Parts extends ReadableParts>(parts: Parts, rights: ActorRights): Parts {
  const { media, host, proposalSchedule: schedule } = parts;
  const sites = createReaderSites(rights);
  const live = sites.restrict(parts.live);
  const { store } = live;
  const judge = createProposalJudge({ ...parts, rights, sites });
  const proposals = restrictProposals({ proposals: parts.proposals, judge, sites, live });
  const mayTell = createMayTell({ live: parts.live, sites, everyProposal: parts.proposals, proposals });
  const reader = sites.readerOf(parts.live);
  const events = createEventView({ reader, store, proposals, mayTell });
  const isHidden = ({ kind, id }: RecordRef): boolean =>
    parts.live.store.get(kind, id) !== undefined && store.get(kind, id) === undefined;
  const isTold = (detail: Detail): boolean => !isOfHiddenFile(detail, judge.mayReadFile);
  const restricted: ReadableParts = {
    ...{ live, proposals, mayTell },
    foreseenSites: restrictForeseen(parts.foreseenSites, sites, judge.isHiddenRef),
    sites: restrictSites(parts.sites, sites, judge.isHiddenRef),
    proposalSchedule: { ...schedule, refusalOf: (name) => schedule.refusalOf(name).filter(isTold) },
    trail: restrictTrail(parts.trail, store),
    problems: restrictProblems(parts.problems, store),
    problemsOf: (site) => restrictProblems(parts.problemsOf(sites.wholeOf(site)), site.store),
    streams: { ...parts.streams, open: (headers, actor) => parts.streams.open(headers, actor, events) },
    work: restrictWork(parts.work, isHidden),
    host: host && restrictHost(host, store),
    // Files are completed and written in the version itself: other records may share them.
    media: {
      ...media,
      complete: (site) => media.complete(sites.wholeOf(site)),
      writingTo: (site) => media.writingTo(sites.wholeOf(site)),
    },
  };
  return { ...parts, ...restricted };
}

/** The unfinished work of somebody on records that they may still read. */
function restrictWork(
  work: UnfinishedWorkStore,
  isHidden: (record: Pick<WorkTarget, 'kind'> & { readonly id: number }) => boolean,
): UnfinishedWorkStore {
  const isGone = ({ kind, id }: Pick<WorkTarget, 'kind' | 'id'>): boolean => id !== null && isHidden({ kind, id });
  return {
    ...work,
    list: async (person) => (await work.list(person)).filter((head) => !isGone(head)),
    find: async (person, target) => (isGone(target) ? undefined : work.find(person, target)),
    read: async (person, target) => (isGone(target) ? undefined : work.read(person, target)),
  };
}

/** Problems that are found by comparing records, whose messages name others. */
const NAMES_OTHERS: ReadonlySet<ProblemCode> = new Set([
  ...([
    'DUPLICATE_KEY',
    'DUPLICATE_ID',
    'DUPLICATE_VALUE',
    'CASE_COLLISION',
    'DOUBLE_TRANSLATION',
    'SHARED_VALUE',
  ] as const),
  ...(['SECOND_SINGLE', 'HIDDEN_LINK', 'REDIRECTED_PAGE', 'RULE', 'EXTENSION', 'CLASH', 'CONFLICT'] as const),
]);

/**
 * The problems of the records that somebody may read, as far as they are about these alone. What is wrong with the
 * repository or its surroundings is left out, as it may name any file.
 */
function restrictProblems(problems: Pick<ProblemList, 'list'>, store: Pick<Store, 'fileAt' | 'get'>): ProblemList {
  const isReadable = ({ path, record }: Problem): boolean =>
    record ? store.get(record.kind, record.id) !== undefined : store.fileAt(path) !== undefined;
  const list = async (): Promise<readonly Problem[]> =>
    (await problems.list()).filter((one) => isReadable(one) && !NAMES_OTHERS.has(one.code));
  return { list, count: async () => (await list()).length };
}
