import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';

/** Says of a path in the content folder whether it was asked for. */
export type Chosen = (path: string) => boolean;

/**
 * The files that patterns name: a file, a folder with all that is below it, or `pages/en/**`, seen from the content
 * folder; what a shell has made of a pattern is seen from where the command runs. `!` leaves files out.
 *
 * @throws Error in words where there is no such file
 */
export async function chooseFiles(root: string, patterns: readonly string[]): Promise<Chosen> {
  if (patterns.length === 0) return () => true;
  // Most checks are of the whole folder: it takes as long to load as a small one to check.
  const { default: glob } = await import('fast-glob');
  const wanted = patterns.every((pattern) => pattern.startsWith('!')) ? ['**', ...patterns] : patterns;
  const found = await glob(
    wanted.map((pattern) => withBelow(root, seenFrom(root, pattern, glob.convertPathToPattern))),
    { cwd: root, ignore: ['.git/**'], followSymbolicLinks: false },
  );
  if (found.length === 0) throw new Error(`No file of the content folder is named by ${patterns.join(' ')}`);
  const chosen = new Set(found);
  return (path) => chosen.has(path);
}

function seenFrom(root: string, pattern: string, asPattern: (path: string) => string): string {
  const path = resolve(pattern);
  const inside = existsSync(path) ? relative(root, realpathSync(path)) : '..';
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  return isInside ? asPattern(inside) : pattern.replace(/(?<!\/)\/+$/, '');
}

/** A folder stands for all that is below it. */
function withBelow(root: string, pattern: string): string {
  const stats = statSync(join(root, pattern.replace(/^!/, '')), { throwIfNoEntry: false });
  return stats?.isDirectory() ? `${pattern}/**` : pattern;
}
