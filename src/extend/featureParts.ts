import type { AuditLog } from '../auth/audit/auditLog.ts';
import type { Roles } from '../auth/roles.ts';
import type { ServerConfig } from '../config.ts';
import type { FEATURE_EVENTS } from '../features/lists/notices.ts';
import type { HostBranches } from '../git/remote/hostBranch.ts';
import type { GitRepository } from '../git/repository.ts';
import type { HostNews } from '../host/hostNews.ts';
import type { ChangeMaker } from '../http/admin/change/writeToNewChange.ts';
import type { CrudDeps } from '../http/admin/crud.ts';
import type { ProblemList } from '../http/admin/openProblems.ts';
import type { Inbox } from '../inbox/openInbox.ts';
import type { EventFeed } from '../job/feed.ts';
import type { Mail } from '../mail/openMail.ts';
import type { MediaFiles } from '../media/mediaFiles.ts';
import type { Actor } from '../model/access.ts';
import type { RecordRef } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import type { FoundBranch } from '../proposal/branch/branches.ts';
import type { Forecast } from '../proposal/branch/forecast.ts';
import type { Facts } from '../proposal/branch/message.ts';
import type { ProposalEvent } from '../proposal/branch/proposalAnnouncer.ts';
import type { HostEnding } from '../proposal/hostEnding.ts';
import type { ProposalCommits, ProposalPublication } from '../proposal/publish/publication.ts';
import type { Announcements } from '../site/announcements.ts';
import type { MayTell } from '../site/reader/reader.ts';
import type { ForeseenSites, Site, Sites } from '../site/site.ts';
import type { CommittedChanges } from '../site/version/committedChanges.ts';
import type { AdminView } from '../view/admin/showAdminPage.ts';
import type { RecordWriter } from '../write/action.ts';
import type { VersionDifference } from '../write/merge/diffRecords.ts';
import type { PublishGuard } from '../write/rights/publishGuard.ts';
import type { FeatureOffers } from './offers.ts';

/** What the endpoints of records are made from, for one version of the site. */
export interface RecordParts extends CrudDeps {
  readonly view: AdminView;
  readonly site: Site<RecordWriter>;
  /** Whether the version is what is live. */
  readonly isLive: boolean;
  readonly sites: Pick<Sites, 'resolve'>;
  readonly proposals: Pick<ReadableProposals, 'get' | 'compare'> & ChangeMaker;
  readonly repo: Pick<GitRepository, 'objects'>;
  readonly files: Pick<MediaFiles, 'forget'>;
  /** Whether the file of a media item exists. */
  hasFile(filename: string): Promise<boolean>;
}

/** What a job is given. */
export interface JobParts {
  readonly repo: GitRepository;
  readonly live: Site<RecordWriter>;
  readonly announcements: Announcements;
  readonly committed: CommittedChanges;
  readonly privateDir: string;
  /** The commit of the records. */
  readonly head: string | null;
  /** Quire itself, as an author. */
  readonly system: Actor;
  readonly clock: () => Date;
  onError(error: unknown, message: string): void;
}

/** When changes are to be published. */
export interface PublishingTimes {
  /** ISO 8601; null if it has no time. */
  of(name: string): string | null;
  /** The changes that have a time. */
  names(): readonly string[];
  /** Why a change cannot be published on time, as far as known. */
  refusalOf(name: string): readonly Detail[];
}

/** A change, as features read it. */
export interface ReadableProposal {
  readonly name: string;
  readonly title: string;
  /** Null for a request whose branch is in another repository, or gone. */
  readonly branch: string | null;
  /** Its commit. */
  readonly head: string;
  /** The number of its pull or merge request at the git host, if requests are fetched. */
  readonly request: number | null;
  readonly facts: Facts | null;
}

/** The changes, as features read them. */
export interface ReadableProposals {
  /** @throws CmsError NOT_FOUND */
  get(name: string): Promise<ReadableProposal>;
  read(branch: FoundBranch): Promise<ReadableProposal>;
  /** What it edits; nothing, and a problem, where too much differs to be shown. */
  describe(
    change: Pick<ReadableProposal, 'name' | 'head'>,
  ): Promise<VersionDifference & { readonly problem: object | null }>;
  /** How two commits differ. @throws CmsError if a part cannot be read, or too much differs */
  compare(from: string, to: string): Promise<VersionDifference>;
  /** Which other changes it would clash with, if they were published first. */
  forecast(name: string): Promise<Forecast>;
  /** @throws CmsError FORBIDDEN if the actor may not publish what is in it now */
  requireMayPublish(name: string, actor: Actor): Promise<void>;
  /** Opens a change as a version of the site. @throws CmsError NOT_FOUND */
  open(name: string, forWriting: boolean): Promise<Site<RecordWriter>>;
  /** Begins a change. */
  make(wanted: { readonly title: string }, actor: Actor): Promise<ReadableProposal>;
  /** Removes a change that was begun for a write that has failed, unless it holds edits by now. */
  abandon(name: string): Promise<void>;
  /** What publishing a change would make different for the public. @throws CmsError NOT_FOUND */
  publication(name: string): Promise<ProposalPublication>;
  /** How that differs from what it would have been at earlier commits; null if they cannot be read any more. */
  differenceSince(name: string, before: ProposalCommits): Promise<VersionDifference | null>;
  /** The name of the change that is the draft of a record. */
  readonly drafts: { nameOf(record: RecordRef): string | undefined };
}

/** An event that no commit of what is live records: what people do about a record or a change. */
export interface FeatureEvent {
  readonly type: keyof typeof FEATURE_EVENTS;
  /** A lasting name. */
  readonly key: string;
  /** Only those are told who may read this record, in the change if it names one. */
  readonly record: RecordRef | null;
  readonly change: string | null;
  /** Who has done it, such as `user/1`. */
  readonly by: string;
  /** What there is to say besides; no content. */
  readonly data: object;
  /** Those who are told of it in their inbox anyway. */
  readonly told?: readonly string[];
}

interface ChangeToPublish {
  readonly choices: readonly [];
  readonly actor: Actor;
  readonly head: string;
  readonly note?: string | undefined;
}

/** The changes, as parts follow and end them that are open while the server runs. */
export interface FollowedProposals extends Pick<ReadableProposals, 'get'> {
  list(): Promise<readonly Pick<ReadableProposal, 'name' | 'branch'>[]>;
  /** Publishes it, as one commit. @throws CmsError, also if it is not at the commit `head` */
  publish(name: string, options: ChangeToPublish): Promise<unknown>;
  /** Ends a change that has ended at the git host: see `followHost`. @returns whether it has ended */
  follow(name: string, ending: HostEnding): Promise<boolean>;
  /** @returns the function that unsubscribes */
  subscribe(listener: (event: ProposalEvent) => void): () => void;
}

/** What a part of a feature publishes changes with. */
export interface ChangeParts {
  readonly proposals: FollowedProposals;
  /** An actor that was kept, as it is now; null if it may no longer publish. */
  presentActor(kept: Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>): Actor | null;
}

/** What a part that is open on every server is given. */
export interface FeatureParts extends JobParts, FeatureOffers {
  readonly feed: EventFeed;
  readonly config: Pick<ServerConfig, 'siteUrl' | 'allowPrivateWebhooks' | 'readOnly' | 'gitHost'>;
  readonly inbox: Inbox;
  readonly roles: Roles;
  readonly audit: AuditLog;
  /** Has a guard asked of everything that becomes live. */
  guardPublishing(guard: PublishGuard): void;
  /**
   * Tells open windows that something has happened which no commit of what is live records. What says by `kind`, `id` and
   * `change` which record it is about is told only to those who may read that.
   */
  announce(event: string, data: object): void;
  /** Tells open windows and webhooks of an event that no commit of what is live records. */
  announceEvent(event: FeatureEvent): void;
  /** Calls the listener for each event that a feature announces. @returns the function that unsubscribes */
  onEvent(listener: (event: FeatureEvent) => void): () => void;
  /** Throws if the disk is nearly full. */
  requireSpace(): void;
}

/** What endpoints are made from; for somebody who may not read all content, they hold what this person may read. */
export interface ReaderParts {
  readonly live: Site<RecordWriter>;
  readonly sites: Pick<Sites, 'atCommit'>;
  readonly problems: Pick<ProblemList, 'list'>;
  readonly proposals: ReadableProposals;
  readonly mayTell: MayTell;
  readonly proposalSchedule: PublishingTimes;
}

/** What endpoints of features are made from. */
export interface DayParts extends ReaderParts {
  /** The site at other times, ready to be shown. */
  readonly foreseenSites: ForeseenSites;
}

/** The git host, as features use it: see `HostSync`. */
export interface FollowedHost {
  readonly branches: Pick<HostBranches, 'commitsOf' | 'noteRequest'>;
  subscribe(listener: (news: HostNews) => void): () => void;
  share(branch: string): Promise<void>;
  told(branch: string | null): void;
  address(): string | null;
  liveBranch(): string | null;
}

/** What is there once everything is open. */
export interface StartParts {
  readonly mail: Mail;
  /** Null without a git host. */
  readonly host: FollowedHost | null;
  readonly problems: Pick<ProblemList, 'list'>;
  readonly changes: ChangeParts;
  /** What is live, and the changes: all of them. */
  readonly whole: ReaderParts;
  /** What a person, named as `user/2`, may read now; null for one who is gone. */
  findReader(person: string): ReaderParts | null;
}
