import { isRefName } from '../../git/read/ref/refNames.ts';
import { slugify } from '../../lib/text/slugify.ts';
import { notFound } from '../../model/errors.ts';

/** Where the branches of changes stand that Quire makes: their names are what follows. */
const FOLDER = 'change/';
const HEADS = 'refs/heads/';

/**
 * What a change is called in addresses: its branch without `change/`. Any other branch begins with `~` and has one for each
 * `/`, which no branch's name holds: `~feature~menu`.
 */
export function nameOfBranch(branch: string): string {
  const rest = branch.startsWith(FOLDER) ? branch.slice(FOLDER.length) : '';
  return rest === '' || rest.includes('/') ? `~${branch.replaceAll('/', '~')}` : rest;
}

/** @throws CmsError NOT_FOUND for what can be no change's name */
export function branchOfName(name: string): string {
  const branch = name.startsWith('~') ? name.slice(1).replaceAll('~', '/') : `${FOLDER}${name}`;
  if (!isRefName(branch) || nameOfBranch(branch) !== name) throw notFound('Change');
  return branch;
}

export const headRef = (branch: string): string => `${HEADS}${branch}`;

/** The branch of a local ref; undefined for other refs. */
export const branchOfRef = (ref: string): string | undefined =>
  ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;

/** Whether a branch is a change by its name, whoever has made it. */
export const isNamedAsChange = (branch: string): boolean => !nameOfBranch(branch).startsWith('~');

const MAX_NAME = 60;

/** A name for a new change, made of its title, that is not taken. */
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
