import { basename } from 'node:path';
import type { ObjectStore } from '../objects/objects.ts';

/** What a report is about. */
export type RepoReportCode =
  /** Packs could not be consolidated. */
  | 'PACKS'
  /** A publish that a crash cut short could not be finished or undone everywhere. */
  | 'RECOVERY'
  /** A commit of ours has left the branch's history; it is kept under a ref, and reported as long as the ref exists. */
  | 'LOST_COMMIT'
  /** The index was damaged and has been built from HEAD. */
  | 'INDEX_REBUILT'
  /** An object that history or the present commit needs is damaged or missing. */
  | 'DAMAGED'
  /** The branch's file was empty and has been restored. */
  | 'REF_MENDED'
  /** HEAD has moved past a file: the file and the index still have the version before. */
  | 'BEHIND_HEAD'
  /** The present commit has a link, a submodule or a name in the content that is never read. */
  | 'REFUSED_PATH'
  /** The present commit has files that are not put into the working tree, because somebody may run or trust what is there. */
  | 'CLOSED_PATH'
  /** Two names in a folder of the present commit are the same name on other file systems. */
  | 'CASE_COLLISION'
  /** Attributes or settings make git convert a file, so that it cannot be written. */
  | 'CONVERTED'
  /** No branch is checked out. */
  | 'DETACHED';

/** Something about the repository that people should know. */
export interface RepoReport {
  readonly code: RepoReportCode;
  readonly message: string;
  /** The file it is about, relative to `Repo.root`. */
  readonly path?: string;
  readonly commit?: string;
}

/** What people should know about a repository. */
export interface Reports {
  /** Adds an event, which is reported until the next start. */
  add(report: RepoReport): void;
  /** Sets the present state, which replaces the earlier one of this code. */
  set(code: RepoReportCode, reports: readonly RepoReport[]): void;
  list(): readonly RepoReport[];
}

const MAX_EVENTS = 100;

export function createReports(): Reports {
  let events: readonly RepoReport[] = [];
  const states = new Map<RepoReportCode, readonly RepoReport[]>();
  return {
    add(report) {
      events = [...events, report].slice(-MAX_EVENTS);
    },
    set: (code, reports) => void states.set(code, reports),
    list: () => [...[...states.values()].flat(), ...events],
  };
}

/** How to get back what a repository has lost. */
const CURE =
  'git fsck --full lists what is damaged; git fetch --refetch brings it back from a remote that has it, or copy the files below .git/objects of a sound clone. History is read again at the next start';

/** The objects and packs that cannot be read. */
export function listDamage({ unreadable }: Pick<ObjectStore, 'unreadable'>): readonly RepoReport[] {
  const { objects, packs } = unreadable();
  const messages = [
    ...objects.map(({ message, id, reason }) => ({
      message: reason === 'large' ? tooLargeTreeMessage(id) : `${message}: ${CURE}`,
    })),
    ...packs.map((path) => ({
      message: `The index of the pack ${basename(path, '.idx')} is damaged: rebuild it with git index-pack; ${CURE}`,
    })),
  ];
  return messages.map(({ message }) => ({ code: 'DAMAGED', message }));
}

/** The packs that are left out when others are consolidated. */
export const listPassedOver = (names: Iterable<string>): readonly RepoReport[] =>
  [...names].map((name) => {
    return {
      code: 'PACKS',
      message: `The pack ${name} is damaged and is left out when packs are consolidated: ${CURE}`,
    };
  });

const tooLargeTreeMessage = (id: string): string =>
  `A commit has more files, or a larger folder, than Quire reads (tree ${id}): its revisions are not listed`;
