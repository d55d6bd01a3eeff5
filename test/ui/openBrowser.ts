import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

const PACKED = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin');
/** Where it is unpacked to, once. */
const FOLDER = join(PACKED, '../../../.cache/quire-chromium');
const PROGRAM = join(FOLDER, 'chromium');

const unpack = (name: string): Buffer => brotliDecompressSync(readFileSync(join(PACKED, name)));

/** Beside it the libraries that a bare system lacks. */
function unpackBrowser(): void {
  if (existsSync(PROGRAM)) return;
  mkdirSync(dirname(FOLDER), { recursive: true });
  // Complete or not there: several may do this at once.
  const folder = mkdtempSync(`${FOLDER}-`);
  writeFileSync(join(folder, 'chromium'), unpack('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br'])
    execFileSync('tar', ['-x', '-C', folder], { input: unpack(name) });
  try {
    renameSync(folder, FOLDER);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(PROGRAM)) throw error;
  }
}

/**
 * Starts a real browser that comes from npm.
 *
 * @throws Error that says what is missing, where this machine cannot run it
 */
export async function openBrowser(): Promise<Browser> {
  unpackBrowser();
  return chromium.launch({
    executablePath: PROGRAM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
    env: { ...process.env, LD_LIBRARY_PATH: join(FOLDER, 'lib') } as Record<string, string>,
  });
}
