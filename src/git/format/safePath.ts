import { CmsError } from '../../model/errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for NUL
const UNSAFE = /^$|^\.{1,2}$|^\.git$|\u0000|\\/i;

/** Whether a file or folder of this name is where its path says, and outside git's own folder. */
export const isSafeName = (name: string): boolean => !UNSAFE.test(name);

/** Whether all names of a path are safe. */
export const isSafePath = (path: string): boolean => path.split('/').every(isSafeName);

/** Throws VALIDATION for a path that git would refuse or that leads out of its home: the last guard, not the first. */
export function requireSafePath(path: string): void {
  if (!isSafePath(path)) throw new CmsError('VALIDATION', `${path} is not a path within the content`);
}
