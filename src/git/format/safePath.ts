import { foldCase } from '../../lib/text/foldCase.ts';
import { CmsError } from '../../model/errors.ts';

/** The last three are other names of `.git` on Windows; on macOS it may also hold invisible characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for NUL
const UNSAFE = /^$|^\.{1,2}$|\u0000|\\|^\.git[ .]*$|^\.git *:|^git~\d+$/i;

/** Whether a file or folder of this name is where its path says, and outside git's own folder. */
export const isSafeName = (name: string): boolean => !UNSAFE.test(name) && !UNSAFE.test(foldCase(name));

/** Whether all names of a path are safe. */
export const isSafePath = (path: string): boolean => path.split('/').every(isSafeName);

/** Throws VALIDATION for a path that git would refuse or that leads out of its home: the last guard, not the first. */
export function requireSafePath(path: string): void {
  if (!isSafePath(path)) throw new CmsError('VALIDATION', `${path} is not a path within the content`);
}
