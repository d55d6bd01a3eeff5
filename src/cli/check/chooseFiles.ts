import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';

/** Whether a path in the content folder was asked for. */
export type PathFilter = (path: string) => boolean;

/**
 * Chooses files by patterns relative to the content folder: a file, a folder with everything below it, or
 * `pages/en/**`. A path that exists in the working directory, as a shell completes or expands it, is taken from there.
 * `!` leaves files out.
 *
 * @throws Error in words for the user if no file matches
 */
export async function chooseFiles(root: string, patterns: readonly string[]): Promise<PathFilter> {
  if (patterns.length === 0) return () => true;
  // Loaded on demand: that takes as long as checking a small folder, and most checks are of the whole folder.
  const { default: glob } = await import('fast-glob');
  const wanted = patterns.every((pattern) => pattern.startsWith('!')) ? ['**', ...patterns] : patterns;
  const found = await glob(
    wanted.map((pattern) => withBelow(root, seenFrom(root, pattern, glob.convertPathToPattern))),
    { cwd: root, ignore: ['.git/**'], followSymbolicLinks: false },
  );
  if (found.length === 0) throw new Error(`No file in the content folder matches ${patterns.join(' ')}`);
  const chosen = new Set(found);
  return (path) => chosen.has(path);
}

function seenFrom(root: string, pattern: string, asPattern: (path: string) => string): string {
  const path = resolve(pattern);
  const inside = existsSync(path) ? relative(root, realpathSync(path)) : '..';
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  return isInside ? asPattern(inside) : pattern.replace(/(?<!\/)\/+$/, '');
}

/** Extends the pattern of a folder to everything below it. */
function withBelow(root: string, pattern: string): string {
  const stats = statSync(join(root, pattern.replace(/^!/, '')), { throwIfNoEntry: false });
  return stats?.isDirectory() ? `${pattern}/**` : pattern;
}
