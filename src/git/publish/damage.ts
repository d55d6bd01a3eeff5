import { basename } from 'node:path';
import type { ObjectStore } from '../objects/objects.ts';
import type { RepoReport } from './reports.ts';

/** How a repository gets back what it has lost. */
const CURE =
  'git fsck --full lists what is damaged; git fetch --refetch brings it back from a remote that has it, or copy the files below .git/objects of a sound clone. History is read again at the next start';

/** What stands in the object database and cannot be read. */
export function listDamage({ unreadable }: Pick<ObjectStore, 'unreadable'>): readonly RepoReport[] {
  const { objects, packs } = unreadable();
  const messages = [
    ...objects.map(({ message, id, reason }) => ({
      message: reason === 'large' ? tooLarge(id) : `${message}: ${CURE}`,
    })),
    ...packs.map((path) => ({
      message: `The index of the pack ${basename(path, '.idx')} is damaged: git index-pack makes it anew; ${CURE}`,
    })),
  ];
  return messages.map(({ message }) => ({ code: 'DAMAGED', message }));
}

/** Packs that stay as they are when others are put together. */
export const listPassedOver = (names: Iterable<string>): readonly RepoReport[] =>
  [...names].map((name) => {
    return {
      code: 'PACKS',
      message: `The pack ${name} is damaged and is kept as it is, apart from the others: ${CURE}`,
    };
  });

const tooLarge = (id: string): string =>
  `A commit has more files or a larger folder than anybody reads (tree ${id}): its revisions are not told`;
