import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createPlainRepo } from '../../../src/git/plainRepo.ts';
import type { FileEdit } from '../../../src/git/publish/request.ts';
import { edit, makeFolder, request } from '../sandbox.ts';
import { crash, imageKey, type Trace } from './disk.ts';
import type { Luck } from './luck.ts';
import type { Outcome } from './powerLoss.ts';
import { recordFs } from './recordFs.ts';
import { quickFs, restarted, withDisk } from './restart.ts';

/** The groups that are published one after the other; each edit is a request of its own, as each private record is one file. */
const GROUPS: readonly (readonly FileEdit[])[] = [
  [edit('users/1.yaml', 'Ada\n')],
  [edit('users/1.yaml', 'Ada Lovelace\n', 'Ada\n'), edit('users/2.yaml', 'Bob\n'), edit('webhooks/1.yaml', 'hook\n')],
  [edit('webhooks/1.yaml', null, 'hook\n')],
];

type Files = ReadonlyMap<string, string>;

interface Recorded {
  readonly trace: Trace;
  /** The files after each group, and the number of steps when it was acknowledged. */
  readonly states: readonly { readonly at: number; readonly files: Files }[];
}

async function record(): Promise<Recorded> {
  const root = makeFolder();
  mkdirSync(join(root, 'users'));
  const { fs, trace } = recordFs(root);
  const repo = createPlainRepo({ root, fs });
  const states = [{ at: 0, files: new Map<string, string>() }];
  for (const edits of GROUPS) {
    await repo.publish(
      null,
      edits.map((each) => request([each])),
    );
    const files = new Map(states.at(-1)!.files);
    for (const { path, bytes } of edits) bytes ? files.set(path, bytes.toString()) : files.delete(path);
    states.push({ at: trace.steps.length, files });
  }
  return { trace, states };
}

/** Cuts the power after each step of a few private writes, and starts again with what may be on disk then. */
export async function replayPrivate(lucksAt: (length: number) => readonly Luck[]): Promise<Outcome> {
  const { trace, states } = await record();
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (let length = 0; length <= trace.steps.length; length++) {
    const last = states.findLastIndex(({ at }) => at <= length);
    const allowed = states.slice(last, last + 2).map(({ files }) => files);
    for (const luck of lucksAt(length)) {
      const image = restarted(crash(trace, length, luck.fate));
      const key = `${last} ${imageKey(image)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const found = await withDisk(image, (root) => startAgain(root, allowed));
      wrong.push(...found.map((text) => `power lost after step ${length}, on disk is ${luck.name}: ${text}`));
    }
  }
  return { disks: seen.size, wrong };
}

/** Every file must be as it was acknowledged, or as the write under way wants it, and readable by its owner only. */
function startAgain(root: string, allowed: readonly Files[]): readonly string[] {
  createPlainRepo({ root, fs: quickFs });
  const found = listFiles(root);
  const paths = new Set([...found.keys(), ...allowed.flatMap((files) => [...files.keys()])]);
  const isWrong = (path: string): boolean => !allowed.some((files) => files.get(path) === found.get(path));
  const isOpen = (path: string): boolean => (statSync(join(root, path)).mode & 0o077) !== 0;
  return [
    ...[...paths].filter(isWrong).map((path) => `${path} holds ${JSON.stringify(found.get(path))}`),
    ...[...found.keys()].filter(isOpen).map((path) => `${path} can be read by others`),
  ];
}

const listFiles = (root: string): Files =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  );
