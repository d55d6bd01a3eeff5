import { isRefName } from '../../git/read/ref/refNames.ts';
import { slugify } from '../../lib/text/slugify.ts';
import { notFound } from '../../model/errors.ts';

/** The prefix of branches that Quire makes for changes: the rest is the change's name. */
const FOLDER = 'change/';
const HEADS = 'refs/heads/';

/**
 * The name of a change in addresses: its branch without `change/`. Other branches get a `~` in front and one for each `/`,
 * which cannot be in a branch's name: `~feature~menu`.
 */
export function nameOfBranch(branch: string): string {
  const rest = branch.startsWith(FOLDER) ? branch.slice(FOLDER.length) : '';
  return rest === '' || rest.includes('/') ? `~${branch.replaceAll('/', '~')}` : rest;
}

/** @throws CmsError NOT_FOUND for a name that no change can have */
export function branchOfName(name: string): string {
  const branch = name.startsWith('~') ? name.slice(1).replaceAll('~', '/') : `${FOLDER}${name}`;
  if (!isRefName(branch) || nameOfBranch(branch) !== name) throw notFound('Change');
  return branch;
}

export const headRef = (branch: string): string => `${HEADS}${branch}`;

/** The branch of a local ref; undefined for other refs. */
export const branchOfRef = (ref: string): string | undefined =>
  ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;

/** Whether the name of a branch makes it a change, whoever made it. */
export const isNamedAsChange = (branch: string): boolean => !nameOfBranch(branch).startsWith('~');

const MAX_NAME = 60;

/** A free name for a new change, made from its title. */
export function freeName(title: string, isTaken: (name: string) => boolean): string {
  const base =
    slugify(title)
      .slice(0, MAX_NAME)
      .replace(/(?<!-)-+$/, '') || 'change';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(name)) return name;
  }
}
