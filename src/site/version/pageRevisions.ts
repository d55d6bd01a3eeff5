import { LRUCache } from 'lru-cache';
import { readCommitMessage } from '../../git/format/commitMessage.ts';
import type { Revisions } from '../../git/history/historyCommit.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { blobId } from '../../lib/text/blobId.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { invalidAt, notFound, unavailable } from '../../model/errors.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import { APPROVED_BY } from '../../model/review/approval.ts';
import { FileError } from '../../store/codec/fileError.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { RecordValue } from '../../store/file/knownFile.ts';
import { createDecodeRecord } from '../../store/record/decodeRecords.ts';
import { createSchemaLookup, insertBody } from '../../store/record/insertBody.ts';
import type { PageRevisions, RecordHistory } from './past.ts';

interface Parts {
  readonly repo: Pick<ReadableRepository, 'objects' | 'readAt'>;
  readonly records: RecordHistory;
  readonly readRecord: ReadRecord;
  /** Has the schemas that decide which field the text of an old Markdown file is today. */
  readonly lookup: Pick<Lookup, 'byKey'>;
  isReady(): boolean;
}

/** A version as a page, or why it cannot be read. */
type RevisionContent = Pick<PageRevision, 'data' | 'problem'>;
/** The same before its text is put into its field. */
type ParsedRevision = { readonly value: RecordValue } | { readonly problem: string };

const CACHE_BYTES = 16 * 1024 * 1024;
/** A parsed file takes this many times its bytes: objects, lists, and the text that its values are slices of. */
const PARSED_SIZE = 5;
const WHY = {
  missing: 'Git no longer has this version',
  damaged: 'The version is damaged in the git repository: run git fsck --full for details',
  large: 'The version is larger than Quire can read',
} as const;
/** Git accepts at least four digits. */
const COMMIT = /^[0-9a-f]{4,40}$/;

export function createPageRevisions({ repo, records, readRecord, lookup, isReady }: Parts): PageRevisions {
  const decodeRecord = createDecodeRecord(readRecord);
  /** Old versions never change. */
  const known = new LRUCache<string, ParsedRevision>({ maxSize: CACHE_BYTES });

  function revisionsOf({ path }: Entry<Page>): Revisions {
    if (!isReady()) throw unavailable('The history is still being read', 5);
    return records.revisionsOf(path);
  }

  async function show({ id }: Entry<Page>, revisions: Revisions, index: number): Promise<PageRevision> {
    const { path, blob, ...revision } = revisions.at(index);
    const message = (await repo.objects.findCommit(revision.commit))?.message ?? '';
    const { subject, body, trailers } = readCommitMessage(message);
    // Anybody can write a trailer: they count where the action is believed.
    const all = (key: string, action: string): readonly string[] =>
      revision.action === action ? trailers.flatMap(([name, value]) => (name === key ? [value] : [])) : [];
    const trailer = (key: string, action: string): string | null => all(key, action)[0] || null;
    const restores = trailer('Quire-Restores', 'page.restore');
    const wasScheduled = trailer('Quire-Scheduled', 'change.publish') !== null;
    // `user/4 Lena`
    const approvedBy = all(APPROVED_BY, 'change.publish').map((value) => value.slice(value.indexOf(' ') + 1));
    // The record's name is that of a page, so the path is too.
    const { slug = '', locale = '' } = locateFile('content', path)?.values ?? {};
    const before = await readBefore(revisions, index);
    const made = { ...revision, rev: blob, before, restores, wasScheduled, approvedBy, subject, note: body || null };
    return { ...made, pageId: id, slug, locale, ...(await read(path, blob)) };
  }

  async function readBefore(all: Revisions, index: number): Promise<PageRevision['before']> {
    const { action, commit, path } = all.at(index);
    const live = action === 'change.publish' ? await liveUntil(commit, path) : null;
    const before = (live === null ? undefined : findBlob(all, live, index + 1)) ?? index + 1;
    if (before >= all.length) return null;
    const found = all.at(before);
    return { commit: found.commit, data: (await read(found.path, found.blob)).data };
  }

  /** The blob of a file that was live until a commit published a change; null if it was elsewhere or cannot be read. */
  async function liveUntil(commit: string, path: string): Promise<string | null> {
    try {
      const [parent] = (await repo.objects.findCommit(commit))?.parents ?? [];
      const bytes = parent === undefined ? null : await repo.readAt(parent, path);
      return bytes && blobId(bytes);
    } catch (error) {
      if (error instanceof UnreadableObject) return null;
      throw error;
    }
  }

  async function read(path: string, blob: string): Promise<RevisionContent> {
    const key = `${blob} ${path}`;
    const found = known.get(key);
    if (found) return place(found);
    const bytes = await bytesOf(blob);
    if (typeof bytes === 'string') return { data: null, problem: bytes };
    const parsed = await parse(path, bytes);
    known.set(key, parsed, { size: PARSED_SIZE * bytes.length + 1000 });
    return place(parsed);
  }

  /** The bytes of a version, or why they cannot be read. */
  async function bytesOf(blob: string): Promise<Uint8Array | string> {
    try {
      const object = await repo.objects.find(blob);
      return object?.type === 'blob' ? object.content : WHY.missing;
    } catch (error) {
      if (error instanceof UnreadableObject) return WHY[error.reason];
      throw error;
    }
  }

  function place(parsed: ParsedRevision): RevisionContent {
    if ('problem' in parsed) return { data: null, problem: parsed.problem };
    const { body, data } = parsed.value;
    // The path is that of a page, so the data is too.
    return {
      data: insertBody({ kind: 'page', ...(body && { body }) }, data, createSchemaLookup(lookup)) as Page,
      problem: null,
    };
  }

  async function parse(path: string, bytes: Uint8Array): Promise<ParsedRevision> {
    try {
      const value = await decodeRecord({ located: locateFile('content', path)!, path, bytes });
      if ('data' in value) return { value };
      return { problem: value.map(({ message }) => message).join('; ') };
    } catch (error) {
      if (error instanceof FileError) return { problem: error.message };
      throw error;
    }
  }

  return {
    async list(page, { limit, offset }) {
      const all = revisionsOf(page);
      const wanted = Array.from({ length: Math.max(0, Math.min(limit, all.length - offset)) }, (_, at) => at + offset);
      const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
      const revisions: PageRevision[] = [];
      for (const at of wanted) {
        revisions.push(await show(page, all, at));
        await yieldIfBusy();
      }
      return { revisions, total: all.length };
    },
    async get(page, commit) {
      const all = revisionsOf(page);
      const prefix = commit.toLowerCase();
      const found = COMMIT.test(prefix) ? findRevisions(all, prefix) : [];
      if (new Set(found.map((index) => all.at(index).commit)).size > 1)
        throw invalidAt(['commit'], `${found.length} revisions begin with "${commit}"`);
      const [index] = found;
      if (index === undefined) throw notFound('Revision');
      return show(page, all, index);
    },
  };
}

/** The indexes of the revisions whose commits begin like this. */
function findRevisions(all: Revisions, prefix: string): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < all.length; index++) if (all.at(index).commit.startsWith(prefix)) found.push(index);
  return found;
}

/** The newest revision with these bytes from an index on. */
function findBlob(all: Revisions, blob: string, from: number): number | undefined {
  for (let index = from; index < all.length; index++) if (all.at(index).blob === blob) return index;
  return undefined;
}
