import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import { canonicalJson } from '../lib/json/canonicalJson.ts';
import { isWholeRecord, type RecordClash } from '../model/clash.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { RecordLocation } from '../model/location.ts';
import type { ValuePath } from '../model/reference.ts';
import { FileError } from '../store/codec/fileError.ts';
import { formatOf } from '../store/codec/formats.ts';
import { decodeData } from '../store/record/body.ts';
import { createSchemaLookup } from '../store/record/insertBody.ts';
import { findRecordFile } from '../write/merge/loadRecords.ts';
import { asCommitted, type MergeSource } from '../write/merge/treeVersion.ts';
import { clashValueAt, findPresentPath, marksOn } from './clashPath.ts';

interface MergeSpan {
  /** The merge that has left the clash. */
  readonly merge: string;
  readonly commit: string;
  /** The record as it is at the commit. */
  readonly record: Entry;
}

interface Parts {
  readonly merging: MergeSource;
  readonly lookup: Lookup;
}

/**
 * The path at the commit of a value that clashes; null if it is no longer the value that its merge has left. A version
 * that cannot be read counts as the same.
 */
export async function findUntouched(
  clash: RecordClash,
  { merge, commit, record }: MergeSpan,
  parts: Parts,
): Promise<ValuePath | null> {
  if (isWholeRecord(clash) && record.key !== clash.key) return null;
  const then = await readRecordAt(merge, clash, parts);
  const now = await readRecordAt(commit, record, parts);
  if (!then || !now) return clash.path;
  const path = findPresentPath(now, clash.path, marksOn(then, clash.path));
  if (!path) return null;
  const [before, after] = [clashValueAt(then, clash), clashValueAt(now, { ...clash, path })];
  return canonicalJson(before ?? null) === canonicalJson(after ?? null) ? path : null;
}

/** What the record's file said in a commit, with the text of a Markdown file in its field. */
async function readRecordAt(
  id: string,
  { kind, key }: RecordLocation,
  { merging, lookup }: Parts,
): Promise<object | undefined> {
  try {
    const commit = await merging.objects.findCommit(id);
    const file = commit && (await findRecordFile({ kind, key }, merging, asCommitted(commit.tree)));
    if (!file) return undefined;
    return decodeData({ kind, format: formatOf(file.path)!, bytes: file.bytes }, createSchemaLookup(lookup));
  } catch (error) {
    if (error instanceof FileError || error instanceof UnreadableObject) return undefined;
    throw error;
  }
}
