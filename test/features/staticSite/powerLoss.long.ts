import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/features/staticSite/site/manifest.ts';
import { openOutputFolder } from '../../../src/features/staticSite/site/output.ts';
import type { DurableFs } from '../../../src/git/disk/durableFs.ts';
import { crash, imageKey } from '../../git/power/disk.ts';
import { byChance, EXTREMES, type Luck } from '../../git/power/luck.ts';
import { recordFs } from '../../git/power/recordFs.ts';
import { quickFs, withDisk } from '../../git/power/restart.ts';
import { filesIn, makeFolder } from './exportOf.ts';

type Files = Readonly<Record<string, string>>;

/** Files of the same size, so that only their bytes tell which version they are. */
const FIRST: Files = { 'about.json': 'one', 'en/news.json': 'ten', 'old/gone.json': 'old', 'old/same.json': 'all' };
const SECOND: Files = { 'about.json': 'two', 'en/news.json': 'six', 'new/one.json': 'new', 'old/same.json': 'all' };

const lucksAt = (length: number): readonly Luck[] => [
  ...EXTREMES,
  ...Array.from({ length: 24 }, (_, chance) => byChance(24 * length + chance)),
];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const manifestOf = (files: Files): Manifest => ({
  ...{
    commit: hashOf(JSON.stringify(files)),
    at: '2026-01-01T00:00:00.000Z',
    isDirty: false,
    recipe: '1',
    records: [],
  },
  files: new Map(
    Object.entries(files).map(([file, text]) => [file, { hash: hashOf(text), size: text.length, needs: [] }]),
  ),
});

/** As `quire export --since` does: what is there already is not written again. */
async function exportFiles(folder: string, files: Files, fs: DurableFs): Promise<void> {
  const output = await openOutputFolder(folder, { believes: true, fs });
  try {
    for (const [file, text] of Object.entries(files)) await output.stage(file, Buffer.from(text));
    await output.publish(manifestOf(files));
  } finally {
    output.close();
  }
}

function withoutManifest(folder: string): Files {
  const { 'manifest.json': manifest, ...files } = filesIn(folder);
  expect(manifest).toContain('"quire"');
  return files;
}

describe('when the power fails during an export', () => {
  it.each([FIRST, SECOND])('the next incremental one leaves no byte of another version', async (next) => {
    const folder = makeFolder();
    await exportFiles(folder, FIRST, quickFs);
    const { fs, trace } = recordFs(folder);
    await exportFiles(folder, SECOND, fs);
    const seen = new Set<string>();
    for (let length = 0; length <= trace.steps.length; length++) {
      for (const { name, fate } of lucksAt(length)) {
        const image = crash(trace, length, fate);
        if (seen.has(imageKey(image))) continue;
        seen.add(imageKey(image));
        await withDisk(image, async (dir) => {
          await exportFiles(dir, next, quickFs);
          expect([length, name, withoutManifest(dir)]).toEqual([length, name, next]);
        });
      }
    }
    expect(seen.size).toBeGreaterThan(30);
  });
});

/** The file system of a process that is killed when it is about to do something. */
const killedAt = (isAbout: (...paths: readonly string[]) => boolean): DurableFs => {
  const orDie =
    <A extends readonly string[], R>(step: (...paths: A) => R) =>
    (...paths: A): R => {
      if (isAbout(...paths)) throw new Error('killed');
      return step(...paths);
    };
  return { ...quickFs, rename: orDie(quickFs.rename), discard: orDie(quickFs.discard) };
};

describe('when an export is killed, and the one after it too', () => {
  it('the next one removes what only the first has put there', async () => {
    const folder = makeFolder();
    await exportFiles(folder, FIRST, quickFs);
    const beforeManifest = killedAt((_, to) => to === join(folder, 'manifest.json'));
    await expect(exportFiles(folder, SECOND, beforeManifest)).rejects.toThrow('killed');
    expect(filesIn(folder)).toHaveProperty(['new/one.json']);
    const beforeRemoval = killedAt((path) => path === join(folder, 'new/one.json'));
    await expect(exportFiles(folder, FIRST, beforeRemoval)).rejects.toThrow('killed');
    await exportFiles(folder, FIRST, quickFs);
    expect(withoutManifest(folder)).toEqual(FIRST);
  });
});
