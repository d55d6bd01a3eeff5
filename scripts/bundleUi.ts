import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './bundle.ts';

const BUILT = join(ROOT, 'dist/ui');
/** Says what it was built from. */
const STAMP = join(BUILT, '.source');

/** Builds the editor's interface, as it is served at `/admin`, into `dist/ui`; not again what has not changed. */
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

/** What the build is made of, but for the packages: the lock file names them. */
function hashSources(): string {
  const others = ['package-lock.json', 'vite.config.ts', 'scripts/bundleUi.ts'].map((path) => join(ROOT, path));
  const hash = createHash('sha256');
  for (const path of [...filesIn(join(ROOT, 'src/ui')), ...others])
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

async function runVite(): Promise<void> {
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  // React would bring what helps to develop it.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

const PACKED = ['.js', '.css', '.html', '.svg'];
/** What is shorter gains nothing. */
const MIN_BYTES = 1000;

/** Puts what browsers that take less are sent beside each file. */
function compressFiles(): void {
  for (const path of filesIn(BUILT).filter((one) => PACKED.includes(extname(one)))) {
    const bytes = readFileSync(path);
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
