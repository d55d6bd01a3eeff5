import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './bundle.ts';

const BUILT = join(ROOT, 'dist/ui');
/** The file that records what the build was made from. */
const STAMP = join(BUILT, '.source');

/** Builds the editor's interface, served at `/admin`, into `dist/ui`, unless nothing has changed since the last build. */
export async function bundleUi(): Promise<void> {
  const source = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === source) return;
  await runVite();
  compressFiles();
  writeFileSync(STAMP, source);
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** The sources of the build; the lock file stands for the packages. */
function hashSources(): string {
  const others = ['package-lock.json', 'vite.config.ts', 'scripts/bundleUi.ts'].map((path) => join(ROOT, path));
  const hash = createHash('sha256');
  const folders = ['src/ui', 'src/fields', 'src/features', 'src/frame'].flatMap((path) => filesIn(join(ROOT, path)));
  for (const path of [...folders, ...others])
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

async function runVite(): Promise<void> {
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  // Otherwise React includes its development code.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

const PACKED = ['.js', '.css', '.html', '.svg', '.json'];
/** Compressing shorter files gains nothing. */
const MIN_BYTES = 1000;

/** Writes the compressed versions of each file beside it. */
function compressFiles(): void {
  for (const path of filesIn(BUILT).filter((one) => PACKED.includes(extname(one)))) {
    const bytes = readFileSync(path);
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
