import { CmsError } from '../model/errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
const UNSAFE = /^$|^\.{1,2}$|^\.git$|\u0000|\\/i;

/** Throws VALIDATION for a path that git would refuse or that leads out of its home: the last guard, not the first. */
export function requireSafePath(path: string): void {
  if (path.split('/').some((name) => UNSAFE.test(name)))
    throw new CmsError('VALIDATION', `${path} is not a path within the content`);
}
