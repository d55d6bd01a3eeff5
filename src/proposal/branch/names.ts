import { isRefName } from '../../git/read/ref/refNames.ts';
import { slugify } from '../../lib/text/slugify.ts';

/** The prefix of branches that Quire makes for changes: the rest is the change's name. */
const FOLDER = 'change/';
const HEADS = 'refs/heads/';

/** The name of a request whose branch is not at the host. */
export const nameOfRequest = (request: number): string => `~#${request}`;
const REQUEST = /^~#([1-9]\d{0,8})$/;

/**
 * The name of a change in addresses: its branch without `change/`. Other branches get a `~` in front and one for each `/`,
 * which cannot be in a branch's name: `~feature~menu`. A branch that is called `#1` gets a second one: `~#1` is request 1.
 */
export function nameOfBranch(branch: string): string {
  const rest = branch.startsWith(FOLDER) ? branch.slice(FOLDER.length) : '';
  if (rest !== '' && !rest.includes('/')) return rest;
  const name = `~${branch.replaceAll('/', '~')}`;
  return REQUEST.test(name) ? `~${name}` : name;
}

/** Undefined for a name that no branch can have. */
export function branchOfName(name: string): string | undefined {
  const rest = name.slice(name.startsWith('~~') ? 2 : 1);
  const branch = name.startsWith('~') ? rest.replaceAll('~', '/') : `${FOLDER}${name}`;
  return isRefName(branch) && nameOfBranch(branch) === name ? branch : undefined;
}

/** The number of the request that a name stands for; undefined if it is the name of a branch. */
export function requestOfName(name: string): number | undefined {
  const [, request] = REQUEST.exec(name) ?? [];
  return request === undefined ? undefined : Number(request);
}

/** The branch of a change that is begun here. */
export const branchOfChange = (name: string): string => `${FOLDER}${name}`;

export const headRef = (branch: string): string => `${HEADS}${branch}`;

/** The branch of a local ref; undefined for other refs. */
export const branchOfRef = (ref: string): string | undefined =>
  ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;

/** Whether the name of a branch makes it a change, whoever made it. */
export const isNamedAsChange = (branch: string): boolean => !nameOfBranch(branch).startsWith('~');

const MAX_NAME = 60;

/** A free name for a new change, made from its title. */
export function freeProposalName(title: string, isTaken: (name: string) => boolean): string {
  const base =
    slugify(title)
      .slice(0, MAX_NAME)
      .replace(/(?<!-)-+$/, '') || 'change';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(name)) return name;
  }
}
