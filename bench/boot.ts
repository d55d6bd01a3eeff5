import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFile } from '../src/store/codec/decodeFile.ts';
import { median, type Result, timeEach } from './measure.ts';

const RUNS = 5;

/** Starts the server, waits until it serves, and stops it properly. */
export function startOnce(contentDir: string, privateDir: string): Promise<number> {
  const start = performance.now();
  const env = { ...process.env, CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, PORT: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['dist/main.js', 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let taken = 0;
    child.stdout.once('data', () => {
      taken = performance.now() - start;
      // The caches are written in the background, and the warm measurement needs them.
      setTimeout(() => child.kill('SIGTERM'), 500);
    });
    child.on('exit', (code) => (code === 0 ? resolve(taken) : reject(new Error(`The server ended with ${code}`))));
  });
}

/** The lower bound of reading the pages into memory: parsing the same values as JSON, in one thread. */
export function jsonReference(contentDir: string): number {
  const files = readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).filter((path) => /\.yaml$/.test(path));
  const texts = files.map((path) => JSON.stringify(decodeFile('yaml', readFileSync(join(contentDir, path))).value));
  const start = performance.now();
  for (const text of texts) JSON.parse(text);
  return performance.now() - start;
}

/** Measures from the start of the process until it serves, with the loading of its modules. */
export async function benchBoot(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const reference = { what: 'JSON.parse of the same values', value: jsonReference(contentDir) };
  const cold = await timeEachBoot(contentDir, privateDir, () => rmSync(privateDir, { recursive: true, force: true }));
  const warm = await timeEachBoot(contentDir, privateDir, () => undefined);
  return [
    { what: `boot cold, ${pages} pages`, value: cold, unit: 'ms', reference },
    { what: `boot warm, ${pages} pages`, value: warm, unit: 'ms', reference },
  ];
}

async function timeEachBoot(contentDir: string, privateDir: string, before: () => void): Promise<number> {
  const taken: number[] = [];
  await timeEach(RUNS, async () => {
    before();
    taken.push(await startOnce(contentDir, privateDir));
  });
  return median(taken);
}
