import { createKeptFindings, type KeptFindings } from '../../check/keepFindings.ts';
import type { Repo } from '../../git/repo.ts';
import type { MediaParts } from '../../media/openMedia.ts';
import type { Problem } from '../../model/entry.ts';
import { findBytes } from '../../store/file/readBytes.ts';
import type { Store } from '../../store/store.ts';
import { listProblems } from '../../sync/listProblems.ts';

/** What is wrong with the content and its repository. */
export interface ProblemList {
  count(): number;
  list(): Promise<readonly Problem[]>;
}

/** Everything admins should know, and when to look for it. */
export type Problems = ProblemList & Pick<KeptFindings, 'start' | 'close'>;

interface Options {
  readonly repo: Pick<Repo, 'root' | 'reports'>;
  readonly store: Store;
  readonly media: MediaParts;
  /** Who else knows of problems. */
  readonly others: readonly { problems(): readonly Problem[] }[];
  onError(error: unknown): void;
}

/** What concerns no file of the content stands first. */
export function openProblems({ repo, store, media, others, onError }: Options): Problems {
  const findings = createKeptFindings({
    store,
    read: (path) => findBytes(repo.root, path),
    async findMedia() {
      const files = await media.list();
      return files && { files, isInGit: media.isInGit };
    },
    onError,
  });
  store.add(findings);
  const besides = (): readonly Problem[] => [
    ...listProblems(repo, store),
    ...[...others, media].flatMap((part) => part.problems()),
  ];
  return {
    start() {
      findings.start();
      media.start();
    },
    close: findings.close,
    count: () => besides().length + findings.count(),
    list: async () => {
      const ofFiles = await findings.list();
      return [...besides(), ...ofFiles];
    },
  };
}
