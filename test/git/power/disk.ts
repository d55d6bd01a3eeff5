import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../../../src/lib/text/blobId.ts';
import { compareText } from '../../../src/lib/text/compareText.ts';

/** A file under whatever names; what it contained before anything was recorded. */
export interface FileNode {
  readonly kind: 'file';
  readonly bytes: Buffer;
  readonly mode: number;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly names: ReadonlyMap<string, Node>;
}

export type Node = FileNode | FolderNode;

/** Names that a folder gets or loses in one step; null: the name is gone. */
export interface NameChange {
  readonly kind: 'names';
  readonly of: FolderNode;
  readonly names: readonly (readonly [string, Node | null])[];
  /** Never on disk without this change: a file that moves between folders is not lost. */
  readonly needs?: NameChange;
}

export interface DataChange {
  readonly kind: 'data';
  readonly of: FileNode;
  readonly at: number;
  readonly bytes: Buffer;
}

export interface SizeChange {
  readonly kind: 'size';
  readonly of: FileNode;
  readonly size: number;
}

export interface ModeChange {
  readonly kind: 'mode';
  readonly of: FileNode;
  readonly mode: number;
}

/** All changes of this file or folder made before `upTo` are on disk. */
export interface Sync {
  readonly kind: 'sync';
  readonly of: Node;
  readonly upTo: number;
}

export type Change = NameChange | DataChange | SizeChange | ModeChange;

/** What was done, in this order, to a folder that contained `start`, all of which was durable. */
export interface Trace {
  readonly start: FolderNode;
  readonly steps: readonly (Change | Sync)[];
}

/** How much of a change that was not synced, made this many steps ago, is on disk: 1 all, 0 nothing, between them that part of the data. */
export type Fate = (change: Change, stepsAgo: number) => number;

/** What is at each path: a folder or a file. */
export type Image = ReadonlyMap<string, 'folder' | { readonly bytes: Buffer; readonly mode: number }>;

/** What is on disk when the power fails after the first `length` steps. */
export function crash({ start, steps }: Trace, length: number, fate: Fate): Image {
  const done = steps.slice(0, length);
  const synced = new Map<Node, number>();
  for (const step of done) if (step.kind === 'sync') synced.set(step.of, Math.max(step.upTo, synced.get(step.of) ?? 0));
  const kept = new Map<Change, number>();
  for (const [at, step] of [...done.entries()].reverse()) {
    if (step.kind === 'sync') continue;
    const isDurable = at < (synced.get(step.of) ?? 0) || kept.has(step);
    const share = isDurable ? 1 : fate(step, length - at);
    if (share > 0) kept.set(step, share);
    if (share > 0 && step.kind === 'names' && step.needs) kept.set(step.needs, 1);
  }
  return imageOf(
    start,
    done.flatMap((step) =>
      kept.has(step as Change) ? [{ change: step as Change, share: kept.get(step as Change)! }] : [],
    ),
  );
}

interface Kept {
  readonly change: Change;
  readonly share: number;
}

function imageOf(start: FolderNode, kept: readonly Kept[]): Image {
  const names = new Map<FolderNode, Map<string, Node>>();
  const files = new Map<FileNode, { bytes: Buffer; mode: number }>();
  const namesOf = (folder: FolderNode) => names.get(folder) ?? setAnd(names, folder, new Map(folder.names));
  const fileOf = (file: FileNode) => files.get(file) ?? setAnd(files, file, { bytes: file.bytes, mode: file.mode });
  for (const { change, share } of kept) {
    if (change.kind === 'names') applyNames(namesOf(change.of), change);
    else if (change.kind === 'mode') fileOf(change.of).mode = change.mode;
    else fileOf(change.of).bytes = applyData(fileOf(change.of).bytes, change, share);
  }
  const image = new Map<string, 'folder' | { bytes: Buffer; mode: number }>();
  const walk = (folder: FolderNode, path: string): void => {
    for (const [name, node] of namesOf(folder)) {
      image.set(`${path}${name}`, node.kind === 'folder' ? 'folder' : fileOf(node));
      if (node.kind === 'folder') walk(node, `${path}${name}/`);
    }
  };
  walk(start, '');
  return image;
}

function setAnd<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

function applyNames(names: Map<string, Node>, change: NameChange): void {
  for (const [name, node] of change.names) {
    if (node) names.set(name, node);
    else names.delete(name);
  }
}

/** The missing part of torn data is zeros, because the size was already on disk. */
function applyData(before: Buffer, change: DataChange | SizeChange, share: number): Buffer {
  if (change.kind === 'size') return before.subarray(0, change.size);
  const { at, bytes } = change;
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
  before.copy(after);
  bytes.copy(after, at, 0, Math.floor(bytes.length * share));
  return after;
}

/** A key that is equal for disks with the same content. */
export function imageKey(image: Image): string {
  const hash = createHash('sha1');
  for (const [path, content] of [...image].sort(([a], [b]) => compareText(a, b)))
    hash.update(`${path}\0`).update(content === 'folder' ? 'folder' : `${content.mode} ${blobId(content.bytes)}`);
  return hash.digest('hex');
}

/** The content of a folder on the real disk. */
export function readDisk(path: string): FolderNode {
  const names = readdirSync(path, { withFileTypes: true }).map((entry): readonly [string, Node] => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return [entry.name, readDisk(below)];
    return [entry.name, { kind: 'file', bytes: readFileSync(below), mode: lstatSync(below).mode & 0o777 }];
  });
  return { kind: 'folder', names: new Map(names) };
}

export const showDisk = (folder: FolderNode): Image => imageOf(folder, []);

export function writeDisk(image: Image, path: string): void {
  if (!existsSync(path)) mkdirSync(path);
  for (const [name, content] of image) {
    const target = join(path, name);
    if (content === 'folder') {
      mkdirSync(target);
      continue;
    }
    writeFileSync(target, content.bytes);
    if (content.mode !== 0o644) chmodSync(target, content.mode);
  }
}
