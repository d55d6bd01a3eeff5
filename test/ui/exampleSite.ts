import { execFile } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export const ROOT = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.webp': 'image/webp',
};

export const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [...args], { cwd: ROOT, env: { ...process.env, ...env } });

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A host of plain files. */
export async function host(folder: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(folder, decodeURIComponent(new URL(url, 'http://host').pathname));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Builds the example site; with an editor its page that previews, too. */
export const build = (from: string, out: string, editor?: string) => {
  const more = editor === undefined ? [] : ['--editor', editor];
  return run([
    join(ROOT, 'node_modules/tsx/dist/cli.mjs'),
    'examples/site/build.ts',
    '--from',
    from,
    '--out',
    out,
    ...more,
  ]);
};
