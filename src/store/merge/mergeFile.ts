import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { entityOf } from '../../model/entities/index.ts';
import { type MergeableRecord, mergeRecord, type RecordSchema } from '../../model/merge/mergeRecordData.ts';
import { resolveClash } from '../../model/merge/resolveClash.ts';
import type { ThreeVersions, ValueClash } from '../../model/merge/threeVersions.ts';
import { CODECS } from '../codec/codecs.ts';
import { type OpenFile, openFile } from '../codec/editFile.ts';
import { frameOf, joinFrame } from '../codec/fileFrame.ts';
import type { FileFormat } from '../codec/formats.ts';
import type { JsonObject } from '../codec/json/json.ts';
import { readBody } from '../record/body.ts';
import { insertBody } from '../record/insertBody.ts';
import { bodyFieldIn } from './convertFile.ts';
import { markClashes } from './markClashes.ts';
import { type BodyVersions, type MergedBody, markBody, mergeBody } from './mergeBody.ts';
import { mergeNotes } from './mergeNotes.ts';
import { wholeClash } from './wholeClash.ts';

/** How a file is merged: its format, its kind, and the schemas of the merged tree. */
export interface FileSchema extends RecordSchema {
  readonly format: FileFormat;
}

/** A merged file. */
export interface MergedFile {
  readonly bytes: Uint8Array;
  /** The clashes, which are between conflict markers in the file unless it was merged to be readable. */
  readonly clashes: readonly ValueClash[];
}

/**
 * Merges two versions of a record's file by their values. Changes are made in our text; comments and layout are merged
 * by lines. Undefined if the versions hold two different records, or nearly everything clashes. Throws FileError for a
 * version that cannot be read.
 */
export function mergeFile(versions: ThreeVersions<Uint8Array>, schema: FileSchema): MergedFile | undefined {
  const settled = mergeOneSided(versions);
  if (settled) return { bytes: settled, clashes: [] };
  const decided = decideMerge(versions, schema);
  if (!decided || decided.clashes.length > MAX_CLASHES) return undefined;
  const { value, clashes, body, files } = decided;
  const text = writeMerged(decided, schema);
  const all = [...clashes, ...body.clashes];
  if (all.length === 0) return { bytes: withBody(text, value, body.text, schema), clashes };
  const marked = body.clashes.length > 0 ? markBody(bodiesOf(files)) : body.text;
  return { bytes: mark({ text, value, body: marked, clashes }, schema), clashes: all };
}

/**
 * Merges two versions of a record's file like `mergeFile`, but takes clashing values from our side or from the base, so
 * that the file can always be read. If the versions hold two different records, the whole record is one clash.
 */
export function mergeReadable(
  versions: ThreeVersions<Uint8Array>,
  schema: FileSchema,
  keep: 'ours' | 'base' = 'ours',
): MergedFile {
  const settled = mergeOneSided(versions);
  if (settled) return { bytes: settled, clashes: [] };
  const decided = decideMerge(versions, schema);
  if (!decided) return mergeWholeFile(versions, schema, keep);
  const { clashes, body, files } = decided;
  // From last to first: a value of the base may remove an item from its list.
  const value =
    keep === 'ours'
      ? decided.value
      : clashes.toReversed().reduce<unknown>((now, clash) => resolveClash(now, clash, clash.base), decided.value);
  const kept = { ...decided, value: value as JsonObject };
  const text = keep === 'base' && body.clashes.length > 0 ? bodiesOf(files).base : body.text;
  const bytes = withBody(writeMerged(kept, schema), kept.value, text, schema);
  return { bytes, clashes: [...clashes, ...body.clashes] };
}

/** The result if only one side has changed anything, or both have changed the same. */
export function mergeOneSided({ ours, theirs, base }: ThreeVersions<Uint8Array>): Uint8Array | undefined {
  if (!ours || !theirs) return ours ?? theirs ?? new Uint8Array();
  if ((base && areSameBytes(base, theirs)) || areSameBytes(ours, theirs)) return ours;
  return base && areSameBytes(base, ours) ? theirs : undefined;
}

function mergeWholeFile(versions: ThreeVersions<Uint8Array>, schema: FileSchema, keep: 'ours' | 'base'): MergedFile {
  const { base, ours } = versions;
  return { bytes: (keep === 'base' && base) || ours!, clashes: [wholeClash(versions, schema)] };
}

const areSameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Each clash is searched for in the text: thousands would take minutes, and nobody decides them one by one. */
const MAX_CLASHES = 500;

interface OpenFiles extends ThreeVersions<OpenFile> {
  readonly ours: OpenFile;
  readonly theirs: OpenFile;
}

/** The merged value of a file, ours where it clashes. */
interface MergeDecision {
  readonly files: OpenFiles;
  readonly value: JsonObject;
  readonly clashes: readonly ValueClash[];
  /** The text below the front matter. */
  readonly body: MergedBody;
}

/** Undefined if the record clashes as a whole. */
function decideMerge({ base, ours, theirs }: ThreeVersions<Uint8Array>, schema: FileSchema): MergeDecision | undefined {
  const open = (bytes: Uint8Array): OpenFile => openFile(schema.format, bytes);
  const files = alignBodies({ base: base && open(base), ours: open(ours!), theirs: open(theirs!) }, schema);
  const versions = {
    base: files.base && toRecordVersion(files.base),
    ours: toRecordVersion(files.ours),
    theirs: toRecordVersion(files.theirs),
  };
  const { value: record, clashes } = mergeRecord(versions, schema);
  if (record === null) return undefined;
  if (clashes.some(({ path, keys }) => path.length === 0 && !keys)) return undefined;
  const value = mergedValue(record, files);
  return { files, value, clashes, body: mergeBody(bodiesOf(files), value, schema) };
}

/**
 * A body that cannot be written as Markdown is in the front matter. If it is there in one version, moves it there in
 * all versions before they are merged.
 */
function alignBodies(files: OpenFiles, schema: FileSchema): OpenFiles {
  const all = [files.base, files.ours, files.theirs];
  const isAbove = (file: OpenFile | undefined): boolean => {
    const field = file && bodyFieldIn(file.value, schema);
    return (
      field !== undefined && isPlainObject(file?.value['fields']) && Object.hasOwn(file.value['fields'], field.name)
    );
  };
  if (!all.some(isAbove)) return files;
  const place = (file: OpenFile): OpenFile => {
    const body = readBody(file.body);
    const value = body && insertBody({ kind: schema.kind, body }, file.value, schema.schemas.ofContentType);
    return value ? { ...file, value: value as JsonObject, body: '' } : file;
  };
  return { base: files.base && place(files.base), ours: place(files.ours), theirs: place(files.theirs) };
}

const bodiesOf = ({ base, ours, theirs }: OpenFiles): BodyVersions => ({
  base: base?.body ?? '',
  ours: ours.body ?? '',
  theirs: theirs.body ?? '',
});

const withBody = (bytes: Uint8Array, value: JsonObject, body: string, { format }: FileSchema): Uint8Array =>
  format === 'md' ? openFile(format, bytes).edit(value, { body }) : bytes;

/** Separates id and createdAt from the data, and drops updatedAt. */
function toRecordVersion({ value }: OpenFile): MergeableRecord {
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

function mergedValue({ data, ...head }: MergeableRecord, { ours, theirs }: OpenFiles): JsonObject {
  const times = [ours, theirs].flatMap(({ value }) => value['updatedAt'] ?? []).sort();
  // Merging JSON values gives a JSON value.
  return { ...head, ...data, ...(times.length > 0 && { updatedAt: times.at(-1) }) } as JsonObject;
}

/** Our text with the merged value, and with the comments and layout of both sides. */
function writeMerged(
  { value, files: { base, ours, theirs } }: MergeDecision,
  { kind, format }: FileSchema,
): Uint8Array {
  const { order } = entityOf(kind);
  const { body } = ours;
  const edited = ours.edit(value, { order, body });
  if (!base || hasChangedValuesAlone(base, theirs, order)) return edited;
  const write = (file: OpenFile): string => bytesToText(file.edit(value, { order, body }));
  const merged = Buffer.from(mergeNotes({ base: write(base), ours: bytesToText(edited), theirs: write(theirs) }));
  return saysTheSame(format, merged, { value, body }) ? merged : edited;
}

/** Whether editing the base's values gives exactly their text: then they changed no comments and no layout. */
const hasChangedValuesAlone = (before: OpenFile, after: OpenFile, order: readonly string[]): boolean =>
  areSameBytes(before.edit(after.value, { order, body: after.body }), after.bytes);

const bytesToText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

function saysTheSame(
  format: FileFormat,
  bytes: Uint8Array,
  { value, body }: Pick<OpenFile, 'value' | 'body'>,
): boolean {
  try {
    const read = openFile(format, bytes);
    return sameJson(read.value, value) && read.body === body;
  } catch {
    // Lines that are valid on each side may not be valid together.
    return false;
  }
}

interface ToMark {
  readonly text: Uint8Array;
  readonly value: JsonObject;
  readonly body: string;
  readonly clashes: readonly ValueClash[];
}

function mark({ text, value, body, clashes }: ToMark, { kind, format }: FileSchema): Uint8Array {
  const file = openFile(format, text);
  const { order } = entityOf(kind);
  const frame = (side: 'ours' | 'theirs') =>
    frameOf(format, Buffer.from(file.edit(applySide(value, clashes, side), { order })).toString('utf8'));
  const [ours, theirs] = [frame('ours'), frame('theirs')];
  const source = CODECS[format].source(ours.text);
  const paths = clashes.flatMap(({ path, keys }) => keys?.map((key) => [...path, key]) ?? [path]);
  const marked = markClashes({ ours: ours.text, theirs: theirs.text }, source, paths);
  const { opening, closing } = ours;
  return Buffer.from(
    format === 'md' ? opening + marked + closing + body : joinFrame(format, { ...ours, text: marked }),
  );
}

/** The merged value with one side's values where the sides clash. */
function applySide(value: JsonObject, clashes: readonly ValueClash[], side: 'ours' | 'theirs'): JsonObject {
  let taken: unknown = value;
  for (const clash of clashes) taken = replaceAt(taken, clash.path, (present) => sideOf(clash, present, side));
  return withoutGaps(taken) as JsonObject;
}

function sideOf({ ours, theirs, keys }: ValueClash, present: unknown, side: 'ours' | 'theirs'): unknown {
  const said = side === 'ours' ? ours : theirs;
  if (keys) return { ...omitKeys(present, keys), ...(said as object) };
  if (said === undefined) return undefined;
  // An item that only our side has removed is shown as the other side has it, with its merged contents.
  return side === 'ours' || (ours === undefined && present !== undefined) ? (present ?? said) : said;
}

const omitKeys = (value: unknown, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !keys.includes(key)));

/** Removes the gaps that removed items leave in lists. */
function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutGaps);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutGaps(part)]));
}
