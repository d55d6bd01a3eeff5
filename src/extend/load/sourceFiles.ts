import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, relative, resolve, sep } from 'node:path';
import { compareText } from '../../lib/text/compareText.ts';

/** What names another file of the same program: `from './x'`, `import('./x')`, `require('./x')`. */
const IMPORT = /\b(?:from|import|require)\s{0,20}(?:\(\s{0,20})?['"](\.{1,2}\/[^'"\n]+)['"]/g;
const ENDINGS = ['', '.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.json'];
const CODE = /\.[cm]?[jt]sx?$/;

/** Finds the file that an import means; `./a.js` may be written for `a.ts`. */
function findImport(from: string, name: string): string | undefined {
  const path = resolve(dirname(from), name);
  const bases = [path, path.replace(/\.([cm]?)js$/, '.$1ts'), resolve(path, 'index')];
  const candidates = bases.flatMap((base) => ENDINGS.map((ending) => `${base}${ending}`));
  return candidates.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
}

/**
 * A file of code and all that it leads to by relative imports, in the order in which they are found: names as they were
 * imported, with links. What packages hold is not followed.
 */
export function findSourceFiles(entry: string): readonly string[] {
  const found = new Set([entry]);
  for (const file of found) {
    if (!CODE.test(extname(file))) continue;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = findImport(realpathSync(file), name);
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}

/**
 * SHA-256 of a file and of what it imports in its folder, in hex: what `sha256sum` prints if it imports nothing there.
 */
export function hashSource(entry: string): string {
  const file = realpathSync(entry);
  const folder = `${dirname(file)}${sep}`;
  const imported = findSourceFiles(file)
    .slice(1)
    .filter((path) => path.startsWith(folder));
  const hash = createHash('sha256').update(readFileSync(file));
  for (const path of imported.sort(compareText)) {
    const bytes = readFileSync(path);
    hash.update(`\0${relative(folder, path).split(sep).join('/')}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
