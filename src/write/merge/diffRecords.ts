import type { DiffLimits } from '../../git/read/treeDiff.ts';
import { compareText } from '../../lib/text/compareText.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import { singleIdOf } from '../../model/location.ts';
import { diffData, type ValueDifference } from '../../model/merge/diffData.ts';
import { createFindSummary, hasSummaries } from '../../model/merge/valueSummary.ts';
import type { Kind } from '../../model/records.ts';
import { type ReadSubject, toReadSubject } from '../../model/rights/rightsSubject.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { hashedId } from '../../store/id/randomId.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { createSchemaLookup, insertBody } from '../../store/record/insertBody.ts';
import { mergeSchemasIn } from '../queue/clashes.ts';
import { type LoadedRecords, loadRecords } from './loadRecords.ts';
import { pairFiles, type SideFile } from './matchFiles.ts';
import { readSideFiles, recordAt } from './mergeTrees.ts';
import type { MergeParts } from './mergeUnit.ts';
import { compareVersions, type TreeVersion } from './treeVersion.ts';

/** How a record differs between two versions of a site. */
export interface RecordDifference {
  readonly kind: Kind;
  /** In the later version; for a deleted record, in the earlier one. */
  readonly key: string;
  readonly id: number;
  /** What people call it; its key if no version of it can be read. */
  readonly title: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The old key, if the record has been renamed. */
  readonly renamedFrom?: string;
  /** The values that differ, as files have them, with the text of Markdown files in its field. Null if a version cannot be read. */
  readonly values: readonly ValueDifference[] | null;
  /** Its versions, as far as the right to read it depends on them; null if one cannot be read. */
  readonly subjects: readonly ReadSubject[] | null;
}

/** The differences between two versions of all files. */
export interface VersionDifference {
  /** In the order of their kinds and keys. */
  readonly records: readonly RecordDifference[];
  /** Other files, by their paths from the root of the repository: pictures, notes, programs. */
  readonly files: readonly string[];
}

/**
 * Compares two versions of all files, record by record and value by value; records are followed by id wherever their files
 * went. A record whose file differs but not its values, as in comments, is left out.
 *
 * @throws UnreadableObject if a folder cannot be read, and beyond the limits
 */
export async function diffVersions(
  from: TreeVersion,
  to: TreeVersion,
  parts: Pick<MergeParts, 'objects' | 'prefix' | 'readRecord' | 'code'>,
  limits?: DiffLimits,
): Promise<VersionDifference> {
  const all = await compareVersions(parts, from, to, limits);
  const pairs = new Map([...all].filter(([path]) => recordAt(path, parts.prefix) !== null));
  const { base, ours } = await readSideFiles({ ourPairs: pairs, theirPairs: pairs }, parts);
  const sides = { before: loadRecords(parts, from), after: loadRecords(parts, to) };
  const records: RecordDifference[] = [];
  const files = new Set([...all.keys()].filter((path) => !pairs.has(path)));
  const yieldIfBusy = createYieldIfBusy();
  for (const { base: before, ours: after } of pairFiles({ base, ours, theirs: ours })) {
    await yieldIfBusy();
    for (const file of [before, after]) if (file && !file.located) files.add(file.path);
    const found = await diffRecord({ before, after }, sides, parts);
    if (found) records.push(found);
  }
  const nameOf = ({ kind, key }: RecordDifference): string => `${kind} ${key}`;
  return {
    records: records.sort((a, b) => compareText(nameOf(a), nameOf(b))),
    files: [...files].sort(compareText),
  };
}

interface RecordFilePair {
  readonly before: SideFile | undefined;
  readonly after: SideFile | undefined;
}

type LoadedVersions = Readonly<Record<keyof RecordFilePair, LoadedRecords>>;

async function diffRecord(
  { before, after }: RecordFilePair,
  sides: LoadedVersions,
  parts: Pick<MergeParts, 'prefix' | 'readRecord' | 'code'>,
): Promise<RecordDifference | null> {
  const located = after?.located ?? before?.located;
  if (!located) return null;
  const { kind, key } = located;
  const read = async (side: keyof RecordFilePair, file: SideFile | undefined) =>
    file && readSideRecord(file, sides[side], parts);
  const [old, next] = [await read('before', before), await read('after', after)];
  const path = pathInContent(after ?? before!, parts);
  const given = next?.id ?? old?.id ?? givenIn(after) ?? givenIn(before);
  const id = singleIdOf(kind) ?? given ?? hashedId(entityOf(kind).counter, path, '');
  const shown = next?.data ?? old?.data;
  const title = shown ? entityOf(kind).title(shown) : key;
  const oldKey = before?.located?.key;
  const isUnreadable = old === null || next === null;
  const values = isUnreadable ? null : await diffValues(kind, old?.data, next?.data, { ...parts, ...sides });
  if (before && after && values?.length === 0) return null;
  const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated';
  const isRenamed = before !== undefined && after !== undefined && oldKey !== key;
  const renaming = isRenamed && oldKey !== undefined && { renamedFrom: oldKey };
  const subjects = isUnreadable ? null : [old, next].flatMap((one) => (one ? toReadSubject({ kind, ...one }) : []));
  return { kind, key, id, title, change, ...renaming, values, subjects };
}

/** The values that differ, those that an extension says in a line as the later version knows their fields. */
async function diffValues(
  kind: Kind,
  before: object | undefined,
  after: object | undefined,
  { code, after: { byKey, settle } }: Pick<MergeParts, 'code'> & Pick<LoadedVersions, 'after'>,
): Promise<readonly ValueDifference[]> {
  if (after === undefined || !hasSummaries(code)) return diffData(before, after);
  const find = createFindSummary({ kind, data: after }, mergeSchemasIn({ byKey, code }));
  return settle(() => diffData(before, after, find));
}

/** The id that a file gives, even if the rest of it cannot be read: see `SideFile.name`. */
const givenIn = (file: SideFile | undefined): number | undefined =>
  file?.name === undefined ? undefined : Number(file.name.split('/')[1]);

const pathInContent = ({ path }: SideFile, { prefix }: Pick<MergeParts, 'prefix'>): string => path.slice(prefix.length);

/** The id and data of a record's file; null if it cannot be read. */
async function readSideRecord(
  file: SideFile,
  { byKey, settle }: LoadedRecords,
  parts: Pick<MergeParts, 'prefix' | 'readRecord'>,
): Promise<{ readonly id: number | undefined; readonly data: object } | null> {
  const { located, content } = file;
  if (!located || !content) return null;
  try {
    const read = decodeRecord({ located, path: pathInContent(file, parts), bytes: content }, parts.readRecord);
    if (!('data' in read)) return null;
    const { kind } = located;
    const data = await settle(() =>
      insertBody({ kind, ...(read.body && { body: read.body }) }, read.data, createSchemaLookup({ byKey })),
    );
    return { id: read.id, data };
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
