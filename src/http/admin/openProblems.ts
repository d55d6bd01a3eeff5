import { createLiveFindings, type LiveFindings } from '../../check/liveFindings.ts';
import type { Repo } from '../../git/repo.ts';
import type { MediaParts } from '../../media/openMedia.ts';
import type { Problem } from '../../model/entry.ts';
import { listProblems } from '../../site/folder/listProblems.ts';
import { findBytes } from '../../store/file/readFileBytes.ts';
import type { Store } from '../../store/store.ts';

/** The problems of the content and its repository. */
export interface ProblemList {
  count(): number | Promise<number>;
  list(): Promise<readonly Problem[]>;
}

/** The list of problems, with the start and end of the search for them. */
export interface ProblemMonitor extends ProblemList, Pick<LiveFindings, 'start' | 'close'> {
  count(): number;
}

interface Options {
  readonly repo: Pick<Repo, 'root' | 'reports'>;
  readonly store: Store;
  readonly media: MediaParts;
  /** Other parts that report problems. */
  readonly others: readonly { problems(): readonly Problem[] }[];
  onError(error: unknown): void;
  clock(): Date;
}

/** Gathers all problems; those that concern no file of the content come first. */
export function openProblems({ repo, store, media, others, onError, clock }: Options): ProblemMonitor {
  const findings = createLiveFindings({
    store,
    read: (path) => findBytes(repo.root, path),
    async findMedia() {
      const files = await media.list();
      return files && { files, isInGit: media.isInGit };
    },
    ...{ onError, clock },
  });
  store.add(findings);
  const general = (): readonly Problem[] => [
    ...listProblems(repo, store),
    ...[...others, media].flatMap((part) => part.problems()),
  ];
  return {
    start() {
      findings.start();
      media.start();
    },
    close: findings.close,
    count: () => general().length + findings.count(),
    list: async () => {
      const ofFiles = await findings.list();
      return [...general(), ...ofFiles];
    },
  };
}
