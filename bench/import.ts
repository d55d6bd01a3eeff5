import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import type { Actor } from '../src/model/access.ts';
import { createActor } from '../src/model/rights/createActor.ts';
import { showExport } from '../src/view/export.ts';
import type { Result } from './measure.ts';

const ADA: Actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });

const open = (contentDir: string, privateDir: string): Promise<Cms> =>
  createCms({
    config: readServerConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir),
    log: createLog('error'),
    version: 'bench',
  });

/** Exports the whole content, imports it into an empty repository, and again without changes; and how long reads wait. */
export async function benchImport(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const from = await open(contentDir, privateDir);
  const exported = await measure(async () => Buffer.concat(await Readable.from(exportOf(from)).toArray()));
  await from.close();
  const target = join(privateDir, '..', 'imported');
  mkdirSync(target);
  const to = await open(target, join(privateDir, '..', 'imported-private'));
  const created = await measure(() => importInto(to, exported.value));
  const repeated = await measure(() => importInto(to, exported.value));
  await to.close();
  const runs = { export: exported, import: created, 'import, nothing to change': repeated };
  return Object.entries(runs).flatMap(([what, { seconds, longestMs }]) => [
    { what: `${what} (${pages} pages)`, value: seconds, unit: 's' },
    { what: `${what}, longest wait of others`, value: longestMs, unit: 'ms' },
  ]);
}

function* exportOf({ store }: Cms): Generator<Buffer> {
  for (const part of showExport(store, { exportedAt: new Date().toISOString(), commit: null }))
    yield Buffer.from(String(part));
}

async function importInto({ importContent }: Cms, document: Buffer): Promise<void> {
  const chunks = Readable.from(
    function* () {
      for (let at = 0; at < document.length; at += 65_536) yield document.subarray(at, at + 65_536);
    }.call(undefined),
  );
  await importContent(chunks, ADA);
}

async function measure<T>(task: () => Promise<T>): Promise<{ value: T; seconds: number; longestMs: number }> {
  const start = performance.now();
  let [last, longestMs] = [start, 0];
  const ticks = setInterval(() => {
    const now = performance.now();
    [last, longestMs] = [now, Math.max(longestMs, now - last)];
  }, 1);
  const value = await task();
  const seconds = (performance.now() - start) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(ticks);
  return { value, seconds, longestMs };
}
