import type { MakeAccountLink } from '../auth/account/accountLink.ts';
import type { PasswordReset } from '../auth/account/passwordReset.ts';
import type { AuditLog } from '../auth/audit/auditLog.ts';
import type { AuditTrail } from '../auth/audit/auditTrail.ts';
import type { Auth } from '../auth/openAuth.ts';
import type { ServerConfig } from '../config.ts';
import type { Effects } from '../extend/effects/openEffects.ts';
import type { SlowEndpoints } from '../extend/endpoints/slowEndpoints.ts';
import type { JoinedFeatures, JoinedParts } from '../extend/feature.ts';
import type { Judge } from '../extend/judge/openJudge.ts';
import type { LoadedExtension } from '../extend/loaded.ts';
import type { GitRepository } from '../git/repository.ts';
import type { HostSync } from '../host/host.ts';
import type { ProblemList } from '../http/admin/openProblems.ts';
import type { AskInside } from '../http/answer/askInside.ts';
import type { EventStreams } from '../http/stream/eventStreams.ts';
import type { Inbox } from '../inbox/openInbox.ts';
import type { Jobs } from '../job/openJobs.ts';
import type { AccountMails } from '../mail/accountMails.ts';
import type { Mail } from '../mail/openMail.ts';
import type { MediaParts } from '../media/openMedia.ts';
import type { Proposals } from '../proposal/proposals.ts';
import type { ProposalSchedule } from '../proposal/schedule.ts';
import type { MayTell } from '../site/reader/reader.ts';
import type { ForeseenSites, Site, Sites } from '../site/site.ts';
import type { UnfinishedWorkStore } from '../work/openWork.ts';
import type { RecordWriter } from '../write/action.ts';

/** The parts that the endpoints need. */
export interface EndpointParts {
  readonly features: JoinedFeatures;
  readonly config: ServerConfig;
  readonly version: string;
  readonly clock: () => Date;
  readonly live: Site<RecordWriter>;
  readonly sites: Sites<RecordWriter>;
  readonly repo: GitRepository;
  readonly trail: AuditTrail;
  readonly auth: Auth;
  readonly media: MediaParts;
  readonly jobs: Jobs;
  readonly inbox: Inbox;
  readonly featureParts: JoinedParts;
  readonly effects: Effects;
  readonly mail: Mail;
  readonly accountMails: AccountMails;
  readonly makeLink: MakeAccountLink;
  readonly passwordReset: PasswordReset;
  readonly audit: AuditLog;
  /** Null where there is no git host. */
  readonly host: HostSync | null;
  readonly streams: EventStreams;
  readonly mayTell: MayTell;
  readonly proposals: Proposals;
  readonly proposalSchedule: ProposalSchedule;
  readonly foreseenSites: ForeseenSites;
  readonly work: UnfinishedWorkStore;
  readonly running: { readonly isDraining: boolean };
  readonly problems: ProblemList;
  /** The problems of a version of the site. */
  problemsOf(site: Site): Pick<ProblemList, 'list'>;
  /** The site's own code. */
  readonly extensions: readonly LoadedExtension[];
  readonly judge: Judge;
  readonly slowEndpoints: SlowEndpoints;
  /** The environment of the server. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Answers requests that the server makes for its callers. */
  readonly askInside: AskInside;
}

/** What endpoints of the site's own code are made from. */
export const extendingParts = (
  { extensions, clock, slowEndpoints, config, environment = {} }: EndpointParts,
  { search }: Site,
) => ({
  ...{ extensions, clock, search, environment, allowsPrivate: config.allowPrivateWebhooks },
  onSlow: slowEndpoints.note,
});
