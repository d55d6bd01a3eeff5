/*
 * The room of reading: refs, histories, trees and files of any commit, from the objects or from git itself. It changes
 * nothing, so it works beside a writer. What it cannot read is an error, never a guess.
 */

import { durableFs } from '../disk/durableFs.ts';
import { type Seals, UNSEALED } from '../format/seals.ts';
import { type FileDiff, isFileMode, isFolderMode } from '../format/tree.ts';
import { createObjectStore, type ObjectStore } from '../objects/objects.ts';
import type { RepositoryLocation } from './discover.ts';
import { readHead } from './ref/refs.ts';
import { diffTrees, findAtPath } from './treeDiff.ts';

/** A repository for reading only. */
export interface ReadableRepository {
  /** The absolute folder that all paths are relative to. */
  readonly root: string;
  /** The present commit id; null before the first commit. */
  head(): Promise<string | null>;
  /** The bytes of a file in a commit; null if there is no such file. */
  readAt(commit: string, path: string): Promise<Uint8Array | null>;
  /** The paths that differ between two commits (`from` null: an empty tree). */
  diff(from: string | null, to: string): Promise<readonly FileDiff[]>;
  readonly location: RepositoryLocation;
  readonly objects: Pick<
    ObjectStore,
    'find' | 'findHead' | 'findBlob' | 'findCommit' | 'readTree' | 'readCommit' | 'typeOf' | 'miss' | 'unreadable'
  >;
  /** Recognises our own commits. */
  readonly seals: Seals;
}

/** Opens a repository beside the one process that writes to it. */
export const openReadable = (location: RepositoryLocation, seals: Seals = UNSEALED): ReadableRepository =>
  createReadable({ location, seals, objects: createObjectStore({ commonDir: location.commonDir, fs: durableFs }) });

/** What reads objects of a repository. */
export type ObjectReader = Pick<ReadableRepository, 'location' | 'objects'>;

/** Reads commits and their files; writes nothing. */
export function createReadable({
  location,
  objects,
  seals,
}: ObjectReader & Pick<ReadableRepository, 'seals'>): ReadableRepository {
  return {
    root: location.root,
    location,
    objects,
    seals,
    head: async () => readHead(location).commit,
    readAt: (commit, path) => readCommittedFile({ location, objects }, commit, path),
    async diff(from, to): Promise<readonly FileDiff[]> {
      const treeOf = (commit: string): Promise<string | null> => contentTree({ location, objects }, commit);
      return diffTrees(objects.readTree, from && (await treeOf(from)), await treeOf(to));
    },
  };
}

async function readCommittedFile(
  { objects, location }: ObjectReader,
  commit: string,
  path: string,
): Promise<Buffer | null> {
  const tree = (await objects.findCommit(commit))?.tree;
  if (tree === undefined) return null;
  const found = await findAtPath(objects.readTree, tree, `${location.prefix}${path}`);
  if (!found || !isFileMode(found.mode)) return null;
  return (await objects.findBlob(found.id)) ?? null;
}

/** The content folder's tree in a commit; null if there is none. */
export async function contentTree({ objects, location }: ObjectReader, commit: string): Promise<string | null> {
  const { tree } = await objects.readCommit(commit);
  const found = await findAtPath(objects.readTree, tree, location.prefix);
  return found && isFolderMode(found.mode) ? found.id : null;
}
