import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const BUILT = join(import.meta.dirname, '../../dist/ui');
const MOST_BYTES = 228_000;
const MOST_FILES = 12;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(BUILT, 'parts.json'), 'utf8')) as Record<string, Chunk>;

/** What comes with some chunks before they run, themselves among it. */
function closureOf(names: readonly string[]): readonly Chunk[] {
  const found = new Set(names);
  for (const name of found) for (const next of manifest[name]?.imports ?? []) found.add(next);
  return [...found].map((name) => manifest[name] ?? expect.fail(`The build has no ${name}`));
}

const packedBytes = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { file }) => sum + gzipSync(readFileSync(join(BUILT, file))).length, 0);

it.each(['en', 'de', 'es', 'fr'])(
  'brings the first form with no more JavaScript than 228 kB in 12 files, in %s',
  (language) => {
    const chunks = closureOf(['index.html', 'screens/page/PageScreen.tsx', `i18n/${language}/index.ts`]);
    expect(packedBytes(chunks)).toBeGreaterThan(MOST_BYTES / 10);
    expect(packedBytes(chunks)).toBeLessThanOrEqual(MOST_BYTES);
    expect(chunks.length).toBeLessThanOrEqual(MOST_FILES);
  },
);

it('brings the editor of rich text and its languages only where one writes in it', () => {
  const first = new Set(closureOf(['index.html', 'screens/page/PageScreen.tsx']));
  const editor = closureOf(['fields/SourcedEditor.tsx']).filter((chunk) => !first.has(chunk));
  expect(packedBytes(editor)).toBeGreaterThan(100_000);
});
