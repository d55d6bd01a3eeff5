import type { GitRepository } from '../git/repository.ts';
import type { CrudDeps } from '../http/admin/crud.ts';
import type { ContentArea, ContentAreas } from '../http/content/plainEndpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Actor } from '../model/access.ts';
import type { Problem } from '../model/entry.ts';
import type { Announcements } from '../site/announcements.ts';
import type { Site } from '../site/site.ts';
import type { CommittedChanges } from '../site/version/committedChanges.ts';
import type { AdminView } from '../view/admin/showAdminPage.ts';
import type { PublicContent } from '../view/publicContent.ts';
import type { ReachRules } from '../view/reach/publicChange.ts';
import type { RecordWriter } from '../write/action.ts';
import type { Consequence } from '../write/queue/planWrite.ts';

/** What the endpoints of records are made from, for one version of the site. */
export interface RecordParts extends CrudDeps {
  readonly view: AdminView;
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

/** Something that goes on while the server runs. */
export interface FeatureJob {
  problems?(): readonly Problem[];
  /** Called when another branch may have been checked out. */
  lookAtBranch?(): Promise<void>;
  /** Stops; resolves when nothing is running. */
  close(): Promise<void>;
}

/**
 * What is about one kind of record or one optional capability, whole in its folder below `features/`. Its entities are
 * found by their files, `entity.ts`.
 */
export interface Feature {
  readonly name: string;
  /** The features whose front doors it imports: without them it cannot be there. */
  readonly needs?: readonly string[];
  /** Public endpoints, which the static site is made of, too. */
  readonly content?: ContentArea;
  /** Endpoints that read and write records, of what is live and of every change. */
  records?(parts: RecordParts): readonly Endpoint[];
  /** The public addresses that a change of a record reaches, besides what the kernel knows of its kind. */
  readonly reach?: ReachRules;
  /** What writes make necessary besides what they ask for. */
  readonly consequences?: readonly Consequence[];
  /** Lines of the static site's `_redirects`. */
  hostRedirects?(content: PublicContent): Iterable<string>;
  /** Starts what goes on while the server runs and may write. */
  readonly jobs?: readonly ((parts: JobParts) => FeatureJob)[];
}

/** Declares a feature. */
export const defineFeature = (feature: Feature): Feature => Object.freeze(feature);

/** What features bring to the server, as one. */
export interface JoinedFeatures extends ContentAreas {
  readonly reach: readonly ReachRules[];
  readonly consequences: readonly Consequence[];
  records(parts: RecordParts): readonly Endpoint[];
  /** Starts their jobs. Call it before the first write, or that write is missed. */
  startJobs(parts: JobParts): Required<FeatureJob>;
}

export const joinFeatures = (features: readonly Feature[]): JoinedFeatures => ({
  areas: features.flatMap(({ content }) => content ?? []),
  *hostRedirects(content) {
    for (const { hostRedirects } of features) yield* hostRedirects?.(content) ?? [];
  },
  reach: features.flatMap(({ reach }) => reach ?? []),
  consequences: features.flatMap(({ consequences }) => consequences ?? []),
  records: (parts) => features.flatMap(({ records }) => records?.(parts) ?? []),
  startJobs: (parts) => joinJobs(features.flatMap(({ jobs }) => jobs ?? []).map((start) => start(parts))),
});

const joinJobs = (jobs: readonly FeatureJob[]): Required<FeatureJob> => ({
  problems: () => jobs.flatMap(({ problems }) => problems?.() ?? []),
  lookAtBranch: async () => void (await Promise.all(jobs.map(({ lookAtBranch }) => lookAtBranch?.()))),
  close: async () => void (await Promise.all(jobs.map(({ close }) => close()))),
});
