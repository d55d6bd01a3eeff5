import { isPlainObject } from '../../lib/isPlainObject.ts';
import { replaceAt } from '../../lib/replaceAt.ts';
import { sameJson } from '../../lib/sameJson.ts';
import { entityOf } from '../../model/entities/index.ts';
import { mergeRecord, type RecordSchema, type RecordVersion } from '../../model/merge/merge.ts';
import type { Clash, Versions } from '../../model/merge/versions.ts';
import { CODECS } from '../codec/codecs.ts';
import { type OpenFile, openFile } from '../codec/editFile.ts';
import type { Format } from '../codec/formats.ts';
import { frameOf, joinFrame } from '../codec/frame.ts';
import type { JsonObject } from '../codec/json.ts';
import { markClashes } from './markClashes.ts';
import { mergeBody } from './mergeBody.ts';
import { mergeNotes } from './mergeNotes.ts';

/** How a file is merged: as a record of a kind, by the schemas of the tree that the merge is for. */
export interface FileSchema extends RecordSchema {
  readonly format: Format;
}

/** A merged file. */
export interface MergedFile {
  readonly bytes: Uint8Array;
  /** What stands between conflict markers, each side's lines; where there is none the file can be read. */
  readonly clashes: readonly Clash[];
}

/**
 * Merges two versions of a record's file by what they say. What is changed is changed in the text of ours; comments and
 * layout are merged by lines. Undefined where two different records stand in one file, or next to all of it clashes. Throws FileError for a version
 * that cannot be read.
 */
export function mergeFile(versions: Versions<Uint8Array>, schema: FileSchema): MergedFile | undefined {
  const { ours, theirs, base } = versions;
  if (!ours || !theirs || (base && isSame(base, theirs)) || isSame(ours, theirs))
    return { bytes: ours ?? theirs ?? new Uint8Array(), clashes: [] };
  if (base && isSame(base, ours)) return { bytes: theirs, clashes: [] };
  const open = (bytes: Uint8Array): OpenFile => openFile(schema.format, bytes);
  return mergeOpen({ base: base && open(base), ours: open(ours), theirs: open(theirs) }, schema);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Each is looked up in the text: thousands, which nobody decides one by one, would take minutes. */
const MAX_CLASHES = 500;

interface Files extends Versions<OpenFile> {
  readonly ours: OpenFile;
  readonly theirs: OpenFile;
}

function mergeOpen(files: Files, schema: FileSchema): MergedFile | undefined {
  const { base, ours, theirs } = files;
  const versions = { base: base && versionOf(base), ours: versionOf(ours), theirs: versionOf(theirs) };
  const { value: record, clashes } = mergeRecord(versions, schema);
  if (record === null || clashes.length > MAX_CLASHES) return undefined;
  if (clashes.some(({ path, keys }) => path.length === 0 && !keys)) return undefined;
  const value = mergedValue(record, files);
  const body = mergeBody({ base: base?.body, ours: ours.body, theirs: theirs.body });
  const text = writeMerged(value, files, schema);
  if (clashes.length > 0 || body.clashes.length > 0)
    return { bytes: mark({ text, value, body: body.text, clashes }, schema), clashes: [...clashes, ...body.clashes] };
  const isMarkdown = ours.body !== undefined;
  return { bytes: isMarkdown ? openFile(schema.format, text).edit(value, { body: body.text }) : text, clashes };
}

/** What git knows, or the record gives itself, apart from what it holds. */
function versionOf({ value }: OpenFile): RecordVersion {
  const { id, createdAt, updatedAt: _, ...rest } = value;
  const isId = typeof id === 'number';
  const isTime = typeof createdAt === 'string';
  return {
    ...(isId && { id }),
    ...(isTime && { createdAt }),
    data: {
      ...rest,
      ...(!isId && id !== undefined && { id }),
      ...(!isTime && createdAt !== undefined && { createdAt }),
    },
  };
}

function mergedValue({ data, ...head }: RecordVersion, { ours, theirs }: Files): JsonObject {
  const times = [ours, theirs].flatMap(({ value }) => value['updatedAt'] ?? []).sort();
  // What was merged of JSON is JSON.
  return { ...head, ...data, ...(times.length > 0 && { updatedAt: times.at(-1) }) } as JsonObject;
}

/** The text of ours with the merged value in it, and with the comments and the layout of both. */
function writeMerged(value: JsonObject, { base, ours, theirs }: Files, { kind, format }: FileSchema): Uint8Array {
  const { order } = entityOf(kind);
  const { body } = ours;
  const edited = ours.edit(value, { order });
  if (!base) return edited;
  const write = (file: OpenFile): string => Buffer.from(file.edit(value, { order, body })).toString('utf8');
  const merged = Buffer.from(mergeNotes({ base: write(base), ours: write(ours), theirs: write(theirs) }));
  return saysTheSame(format, merged, { value, body }) ? merged : edited;
}

function saysTheSame(format: Format, bytes: Uint8Array, { value, body }: Pick<OpenFile, 'value' | 'body'>): boolean {
  try {
    const read = openFile(format, bytes);
    return sameJson(read.value, value) && read.body === body;
  } catch {
    // Lines that make sense on each side may make none together.
    return false;
  }
}

interface ToMark {
  readonly text: Uint8Array;
  readonly value: JsonObject;
  readonly body: string;
  readonly clashes: readonly Clash[];
}

function mark({ text, value, body, clashes }: ToMark, { kind, format }: FileSchema): Uint8Array {
  const file = openFile(format, text);
  const { order } = entityOf(kind);
  const frame = (side: 'ours' | 'theirs') =>
    frameOf(format, Buffer.from(file.edit(takeSide(value, clashes, side), { order })).toString('utf8'));
  const [ours, theirs] = [frame('ours'), frame('theirs')];
  const source = CODECS[format].source(ours.text);
  const paths = clashes.flatMap(({ path, keys }) => keys?.map((key) => [...path, key]) ?? [path]);
  const marked = markClashes({ ours: ours.text, theirs: theirs.text }, source, paths);
  const { opening, closing } = ours;
  return Buffer.from(
    format === 'md' ? opening + marked + closing + body : joinFrame(format, { ...ours, text: marked }),
  );
}

/** The merged value, which is ours where it clashes, with what one side says there. */
function takeSide(value: JsonObject, clashes: readonly Clash[], side: 'ours' | 'theirs'): JsonObject {
  let taken: unknown = value;
  for (const clash of clashes) taken = replaceAt(taken, clash.path, (present) => sideOf(clash, present, side));
  return withoutGaps(taken) as JsonObject;
}

function sideOf({ ours, theirs, keys }: Clash, present: unknown, side: 'ours' | 'theirs'): unknown {
  const said = side === 'ours' ? ours : theirs;
  if (keys) return { ...without(present, keys), ...(said as object) };
  if (said === undefined) return undefined;
  // An item that one side has removed stays as the other has it, with what stands below it.
  return side === 'ours' || (ours === undefined && present !== undefined) ? (present ?? said) : said;
}

const without = (value: unknown, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !keys.includes(key)));

/** Lists without the items that were taken out. */
function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutGaps);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutGaps(part)]));
}
