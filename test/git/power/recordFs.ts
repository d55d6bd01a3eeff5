import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import {
  type Change,
  type FileNode,
  type FolderNode,
  type NameChange,
  type Node,
  readDisk,
  type Sync,
  type Trace,
} from './disk.ts';

export interface Recording {
  readonly fs: DurableFs;
  readonly trace: Trace;
}

/** The real file system, except that it records every change below `root`, and every sync once it is done. */
export function recordFs(root: string): Recording {
  const start = readDisk(root);
  const steps: (Change | Sync)[] = [];
  const present = new Map<FolderNode, Map<string, Node>>();
  const namesIn = (folder: FolderNode): Map<string, Node> => {
    if (!present.has(folder)) present.set(folder, new Map(folder.names));
    return present.get(folder)!;
  };

  function folderAt(names: readonly string[]): FolderNode {
    let folder = start;
    for (const name of names) {
      const next = namesIn(folder).get(name);
      if (next?.kind !== 'folder') throw new Error(`no folder was recorded at ${names.join('/')}`);
      folder = next;
    }
    return folder;
  }

  function placeOf(path: string): { readonly folder: FolderNode; readonly name: string } {
    const names = relative(root, path).split(sep);
    return { folder: folderAt(names.slice(0, -1)), name: names.at(-1)! };
  }

  const nodeAt = (path: string): Node | undefined => {
    if (path === root) return start;
    const { folder, name } = placeOf(path);
    return namesIn(folder).get(name);
  };

  function fileAt(path: string): FileNode {
    const node = nodeAt(path);
    if (node?.kind !== 'file') throw new Error(`no file was recorded at ${path}`);
    return node;
  }

  function name(of: FolderNode, names: NameChange['names'], needs?: NameChange): NameChange {
    const change: NameChange = { kind: 'names', of, names, ...(needs && { needs }) };
    steps.push(change);
    for (const [each, node] of names) node ? namesIn(of).set(each, node) : namesIn(of).delete(each);
    return change;
  }

  const put = (path: string, node: Node | null): NameChange => {
    const { folder, name: last } = placeOf(path);
    return name(folder, [[last, node]]);
  };

  function create(path: string, bytes: Uint8Array): FileNode {
    const file: FileNode = { kind: 'file', bytes: Buffer.alloc(0), mode: lstatSync(path).mode & 0o777 };
    put(path, file);
    steps.push({ kind: 'data', of: file, at: 0, bytes: Buffer.from(bytes) });
    return file;
  }

  /** Changes made before a sync begins are durable when it ends. */
  async function synced(of: Node, work: Promise<void>): Promise<void> {
    const upTo = steps.length;
    await work;
    steps.push({ kind: 'sync', of, upTo });
  }

  function move(from: string, to: string): void {
    const [source, target] = [placeOf(from), placeOf(to)];
    const node = nodeAt(from)!;
    if (source.folder === target.folder)
      name(source.folder, [
        [source.name, null],
        [target.name, node],
      ]);
    else name(source.folder, [[source.name, null]], name(target.folder, [[target.name, node]]));
  }

  const fs: DurableFs = {
    async writeSynced(path, bytes, mode) {
      const work = durableFs.writeSynced(path, bytes, mode);
      await untilThere(path, work);
      await synced(create(path, bytes), work);
    },
    async writeAhead(path, bytes, mode) {
      const work = durableFs.writeAhead(path, bytes, mode);
      await synced(create(path, bytes), work);
    },
    patch(path, patches) {
      durableFs.patch(path, patches);
      for (const { at, bytes } of patches)
        steps.push({ kind: 'data', of: fileAt(path), at, bytes: Buffer.from(bytes) });
    },
    async copySynced(from, to, mode) {
      await durableFs.copySynced(from, to, mode);
      const file = create(to, readFileSync(to));
      await synced(file, Promise.resolve());
    },
    sync: (path) => synced(nodeAt(path)!, durableFs.sync(path)),
    rename(from, to) {
      durableFs.rename(from, to);
      move(from, to);
    },
    link(from, to) {
      durableFs.link(from, to);
      put(to, fileAt(from));
    },
    remove(path) {
      durableFs.remove(path);
      put(path, null);
    },
    async discard(path) {
      await durableFs.discard(path);
      if (nodeAt(path)) put(path, null);
    },
    append(path, text) {
      const isNew = !nodeAt(path);
      const at = isNew ? 0 : lstatSync(path).size;
      durableFs.append(path, text);
      if (isNew) create(path, Buffer.from(text));
      else steps.push({ kind: 'data', of: fileAt(path), at, bytes: Buffer.from(text) });
    },
    truncate(path, size) {
      durableFs.truncate(path, size);
      steps.push({ kind: 'size', of: fileAt(path), size });
    },
    chmod(path, mode) {
      durableFs.chmod(path, mode);
      steps.push({ kind: 'mode', of: fileAt(path), mode });
    },
    makeFolder(path, mode) {
      const made = durableFs.makeFolder(path, mode);
      const names = relative(root, path).split(sep).filter(Boolean);
      for (let depth = 1; depth <= names.length; depth++) {
        const parent = folderAt(names.slice(0, depth - 1));
        const last = names[depth - 1]!;
        if (!namesIn(parent).has(last)) name(parent, [[last, { kind: 'folder', names: new Map() }]]);
      }
      return made;
    },
    removeFolder(path) {
      durableFs.removeFolder(path);
      put(path, null);
    },
  };
  return { fs, trace: { start, steps } };
}

/** A file is made in another thread, so it may not exist yet when something else is synced. */
async function untilThere(path: string, work: Promise<void>): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver && !existsSync(path)) await turn();
  if (isOver) await work;
}
