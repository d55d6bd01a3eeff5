import type { ContentArea, ContentAreas } from '../http/content/plainEndpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { GaugeSource } from '../http/log/metrics.ts';
import { type ChangeState, findFurthestState } from '../model/changeState.ts';
import type { Problem } from '../model/entry.ts';
import type { PublicContent } from '../view/publicContent.ts';
import type { ReachRules } from '../view/reach/publicChange.ts';
import type { Consequence } from '../write/queue/planWrite.ts';
import type { DayParts, FeatureParts, JobParts, ReaderParts, RecordParts, StartParts } from './featureParts.ts';
import { createOffers, type FeatureOffers } from './offers.ts';

/** Something that goes on while the server runs. */
export interface FeatureJob {
  problems?(): readonly Problem[];
  /** Called when another branch may have been checked out. */
  lookAtBranch?(): Promise<void>;
  /** Stops; resolves when nothing is running. */
  close(): Promise<void>;
}

/** A part of a feature that is open while the server runs, with endpoints of what it holds. */
export interface OpenFeature extends FeatureJob {
  endpoints?(parts: DayParts): readonly Endpoint[];
  /** How far a change is on its way to going live, as far as the feature knows; null if it has nothing to say. */
  findChangeState?(name: string, parts: Pick<ReaderParts, 'live' | 'proposals'>): Promise<ChangeState | null>;
  /** Called once everything is open, before the first request. */
  start?(parts: StartParts): void;
  /** Its gauges for `/metrics`, by name. */
  readonly gauges?: Readonly<Record<string, GaugeSource>>;
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
  /** Opens what holds a state of its own, on every server; it hears of what jobs have done before it closes. */
  open?(parts: FeatureParts): OpenFeature;
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
  /** Opens their parts. Call it before the first write, too. */
  open(parts: Omit<FeatureParts, keyof FeatureOffers>): JoinedParts;
}

/** The open parts of features, as one. */
export interface JoinedParts extends Required<Omit<OpenFeature, 'findChangeState'>> {
  /** How far a change is on its way to going live. */
  findChangeState(name: string, parts: Pick<ReaderParts, 'live' | 'proposals'>): Promise<ChangeState>;
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
  open(parts) {
    const given = { ...parts, ...createOffers() };
    return joinParts(features.flatMap(({ open }) => open?.(given) ?? []));
  },
});

const joinJobs = (jobs: readonly FeatureJob[]): Required<FeatureJob> => ({
  problems: () => jobs.flatMap(({ problems }) => problems?.() ?? []),
  lookAtBranch: async () => void (await Promise.all(jobs.map(({ lookAtBranch }) => lookAtBranch?.()))),
  close: async () => void (await Promise.all(jobs.map(({ close }) => close()))),
});

function joinParts(parts: readonly OpenFeature[]): JoinedParts {
  const jobs = joinJobs(parts);
  let closed: Promise<void> | undefined;
  return {
    ...jobs,
    close() {
      closed ??= jobs.close();
      return closed;
    },
    start(started) {
      for (const { start } of parts) start?.(started);
    },
    findChangeState: async (name, readable) =>
      findFurthestState(
        await Promise.all(parts.map(async ({ findChangeState }) => (await findChangeState?.(name, readable)) ?? null)),
      ),
    endpoints: (readable) => parts.flatMap(({ endpoints }) => endpoints?.(readable) ?? []),
    gauges: Object.assign({}, ...parts.map(({ gauges }) => gauges)),
  };
}
