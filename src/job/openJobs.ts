import { findDivergence } from '../git/read/ancestry/divergence.ts';
import { exactCommitTime, listSteps } from '../git/read/ancestry/steps.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Actor } from '../model/access.ts';
import type { Problem } from '../model/entry.ts';
import type { Announcements } from '../site/announcements.ts';
import type { Site } from '../site/site.ts';
import type { CommittedChanges } from '../site/version/committedChanges.ts';
import { showEvent } from '../view/event.ts';
import type { ReachRules } from '../view/reach/publicChange.ts';
import { showReach } from '../view/reach/showReach.ts';
import type { RecordWriter } from '../write/action.ts';
import { clashesNamedIn, clashesResolvedIn } from '../write/merge/clashTrailers.ts';
import { createBus } from './bus.ts';
import { createFeed, type EventFeed } from './feed.ts';
import type { FindClashes, FindReach, Happening } from './happening.ts';
import { createReplay } from './replay.ts';

/** Everything that happens after a change or when time passes. */
export interface Jobs {
  readonly feed: EventFeed;
  show(happening: Happening): object;
  problems(): readonly Problem[];
  /** Called when another branch may have been checked out. */
  lookAtBranch(): Promise<void>;
  /** Stops; resolves when nothing is running. */
  close(): Promise<void>;
}

/** What else goes on while the server runs. */
type OtherJobs = Pick<Jobs, 'problems' | 'lookAtBranch' | 'close'>;

interface FeaturesOfJobs {
  readonly reach: readonly ReachRules[];
  /** Starts their jobs; called only where the server may write. */
  startJobs(parts: Omit<Options, 'features'>): OtherJobs;
}

interface Options {
  readonly repo: GitRepository;
  readonly live: Site<RecordWriter>;
  readonly announcements: Announcements;
  readonly committed: CommittedChanges;
  readonly privateDir: string;
  readonly siteUrl: string;
  /** The folders of public answers that the site's own code makes. */
  readonly ownFolders: readonly string[];
  /** What features bring. */
  readonly features: FeaturesOfJobs;
  /** True: nothing is written, and no job of a feature runs. */
  readonly readOnly: boolean;
  /** The commit of the records. */
  readonly head: string | null;
  /** Quire itself, as an author. */
  readonly system: Actor;
  readonly clock: () => Date;
  onError(error: unknown, message: string): void;
}

/** Call it before the first write, or that write is missed. */
export function openJobs(options: Options): Jobs {
  const { repo, live, announcements, committed, clock, siteUrl, onError } = options;
  const { store } = live;
  const { commitOf } = live.history;
  const findReach = createFindReach(options);
  const findClashes = createFindClashes(repo);
  const bus = createBus({
    announcements,
    lookup: store,
    clock,
    head: options.head,
    commitOf,
    findReach,
    findClashes,
    onError: (error) => onError(error, 'An event could not be sent'),
  });
  const replay = createReplay({
    committed,
    lookup: store,
    listSteps: (from, to) => listSteps(repo, from, to),
    timeOf: async (commit) => exactCommitTime(await repo.objects.readCommit(commit)),
    commitOf,
    findReach,
    findClashes,
  });
  const feed = createFeed(bus, replay);
  const others = options.readOnly ? null : options.features.startJobs(options);
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    await others?.close();
    bus.close();
  }

  return {
    feed,
    show: (happening) => showEvent(happening, { siteUrl, lookup: store }),
    problems: () => others?.problems() ?? [],
    lookAtBranch: async () => others?.lookAtBranch(),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** Up to this many pages, mentions are looked up without the index. */
const FEW_PAGES = 200;

function createFindReach({ live: { store, view }, features, ownFolders, onError }: Options): FindReach {
  const { content } = view;
  return (changes) => {
    const knowsMentions = store.knowsReferences() || content.pages({}, 'slug', 'asc').length <= FEW_PAGES;
    const reach = showReach(changes, { content, knowsMentions, ownFolders, rules: features.reach });
    if (!knowsMentions)
      store.prepareReferences().catch((error: unknown) => onError(error, 'The index of references could not be built'));
    return reach;
  };
}

/** The most clashes to name in one event. */
const MAX_CLASHES = 200;

/** Reads clashes from the messages of merges. */
const createFindClashes =
  ({ objects }: Pick<GitRepository, 'objects'>): FindClashes =>
  async (from, to) => {
    const commits = from === null ? [] : ((await findDivergence(objects, to, from))?.ours ?? []);
    const settled = new Set(commits.flatMap(({ message }) => clashesResolvedIn(message)));
    const found = commits.flatMap(({ message, parents }) => (parents.length > 1 ? clashesNamedIn(message) : []));
    return found.filter(({ clashId }) => !settled.has(clashId)).slice(0, MAX_CLASHES);
  };
