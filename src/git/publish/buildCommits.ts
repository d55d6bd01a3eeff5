import { setImmediate as nextRound } from 'node:timers/promises';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { isStaged, type StagedFile } from '../disk/stagedFile.ts';
import { serialiseCommit } from '../format/commit.ts';
import { type NamedObject, namedObject } from '../format/object.ts';
import type { FileDiff } from '../format/tree.ts';
import type { EntryDiff } from '../read/treeDiff.ts';
import { requireUnconverted } from './check/requireUnconverted.ts';
import type { CommitRequest, PublishedCommit } from './request.ts';
import { editTree } from './treeEdit.ts';
import type { GitWriter } from './writer.ts';

/** One commit of a publish. */
export interface PreparedCommit {
  readonly id: string;
  /** The commit before it. */
  readonly previous: string | null;
  readonly at: Date;
  /** With its seals. */
  readonly message: string;
  readonly files: readonly EntryDiff[];
  /** Links and submodules beside the content. */
  readonly links?: readonly EntryDiff[];
  /** What it changes at closed paths, which is not put into the working tree. */
  readonly closed?: readonly EntryDiff[];
  /** The action in the reflog; a commit by default. */
  readonly action?: string;
}

/** What a publish will put in place: decided, and not on disk yet. */
export interface BuiltCommits {
  readonly commits: readonly PreparedCommit[];
  readonly objects: readonly NamedObject[];
  readonly staged: readonly StagedFile[];
  /** Finds the content of working files that is in no new object. */
  findBlob(id: string): Promise<Uint8Array | undefined>;
}

/** Makes each request a commit. Throws as `editTree` and `requireUnconverted` do. */
export async function buildCommits(
  writer: GitWriter,
  parent: string | null,
  requests: readonly CommitRequest[],
): Promise<BuiltCommits> {
  const { objects: store, location, committer, seals } = writer;
  // Lets the previous write start its remaining waits for the disk, which go on while this one is built.
  await nextRound();
  const objects = new Map<string, NamedObject>();
  const readTree = async (id: string): Promise<Buffer> => objects.get(id)?.content ?? store.readTree(id);
  const commits: PreparedCommit[] = [];
  let tree = parent === null ? null : (await store.readCommit(parent)).tree;
  let previous = parent;
  const yieldIfBusy = createYieldIfBusy();
  for (const request of requests) {
    const edited = await editTree({ tree, prefix: location.prefix, edits: request.edits, readTree });
    const { author, at, message } = request;
    const parents = previous === null ? [] : [previous];
    const plain = { tree: edited.tree, parents, author: { ...author, at }, committer: { ...committer, at }, message };
    const sealed = seals.seal(plain, edited.files.map(toDiff));
    const commit = namedObject('commit', serialiseCommit(sealed));
    for (const object of [...edited.objects, commit]) objects.set(object.id, object);
    commits.push({
      id: commit.id,
      previous,
      at,
      message: sealed.message,
      files: inOrderOf(request.edits, edited.files),
    });
    tree = edited.tree;
    previous = commit.id;
    await yieldIfBusy();
  }
  await requireUnconverted(
    writer,
    requests.flatMap(({ edits }) => edits),
  );
  return { commits, objects: [...objects.values()], staged: stagedOf(requests), findBlob: store.findBlob };
}

function inOrderOf(edits: CommitRequest['edits'], files: readonly EntryDiff[]): readonly EntryDiff[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return edits.flatMap(({ path }) => byPath.get(path) ?? []);
}

const toDiff = ({ path, before, after }: EntryDiff): FileDiff => ({
  path,
  before: before?.id ?? null,
  after: after?.id ?? null,
});

const stagedOf = (requests: readonly CommitRequest[]): readonly StagedFile[] =>
  requests.flatMap(({ edits }) => edits.flatMap(({ bytes }) => (bytes && isStaged(bytes) ? [bytes] : [])));

/** What callers learn of commits that are in place, in the order of their requests. */
export const listPublishedCommits = (
  { commits }: Pick<BuiltCommits, 'commits'>,
  durable: Promise<void>,
): readonly PublishedCommit[] =>
  commits.map(({ id, message, files }) => ({
    ...{ commit: id, message, durable },
    files: new Map(files.map(({ path, after }) => [path, after?.id ?? null])),
  }));
