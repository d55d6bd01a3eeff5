import { isFileMode } from '../../git/format/tree.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { blobId } from '../../lib/text/blobId.ts';
import type { RecordClash } from '../../model/clash.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Lookup, SiteCode } from '../../model/entry.ts';
import { type ParsedLocation, singleIdOf } from '../../model/location.ts';
import type { FieldSchemas } from '../../model/merge/mergeData.ts';
import { agreed, type ThreeVersions, type ValueClash } from '../../model/merge/threeVersions.ts';
import { hasSummaries } from '../../model/merge/valueSummary.ts';
import { decodeFile } from '../../store/codec/decodeFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { hashedId } from '../../store/id/randomId.ts';
import { convertFile } from '../../store/merge/convertFile.ts';
import { mergeLines } from '../../store/merge/mergeLines.ts';
import { createMergeReadable } from '../../store/merge/mergeReadables.ts';
import { wholeClash } from '../../store/merge/wholeClash.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { mergeSchemasIn, toRecordClash } from '../queue/clashes.ts';
import { applyRenames } from './applyRenames.ts';
import { deriveInFile } from './deriveInFile.ts';
import { type LoadedRecords, loadRecords } from './loadRecords.ts';
import type { LocatedUnit, MergedLocation } from './locateMergeUnits.ts';
import type { SideFile } from './matchFiles.ts';
import { createSideMigrations, type SideMigrations } from './sideMigrations.ts';
import {
  addTermMoves,
  createMentionLookup,
  listMergedPages,
  type MergeSide,
  movesOfUnits,
  SIDES,
  type SideMoves,
} from './sideMoves.ts';
import { type FileVersion, isSameFile, type MergeSource, type TreeVersion } from './treeVersion.ts';

export interface MergeParts extends MergeSource {
  readonly readRecord: ReadRecord;
  readonly code: SiteCode;
  /** The version to keep where values clash; ours by default. */
  readonly keep?: 'ours' | 'base';
}

interface Options {
  readonly units: readonly LocatedUnit[];
  /** The merge so far. */
  readonly merged: TreeVersion;
  readonly parts: MergeParts;
}

/** All merges share one thread: dozens of changes may be merged at the same time. */
const mergeReadable = createMergeReadable();

/** Merges one unit after another. */
export interface UnitMerger {
  /** The merged file; null if there is none. Adds to `clashes` and `conflicts`. */
  merge(unit: LocatedUnit): Promise<FileVersion | null>;
  readonly clashes: readonly RecordClash[];
  readonly conflicts: readonly string[];
}

type Bytes = ThreeVersions<Uint8Array>;

/** What merging a unit reads, and what it reports. */
interface MergeContext extends Pick<MergeParts, 'objects' | 'prefix' | 'readRecord'> {
  readonly keep: 'ours' | 'base';
  readonly records: LoadedRecords;
  readonly moves: SideMoves;
  readonly migrations: SideMigrations;
  readonly lookup: Lookup;
  readonly schemas: FieldSchemas;
  readonly clashes: RecordClash[];
  readonly conflicts: string[];
}

export async function createUnitMerger({ units, merged, parts }: Options): Promise<UnitMerger> {
  const { objects, prefix, readRecord, code, keep = 'ours' } = parts;
  const records = loadRecords(parts, merged);
  const moves = movesOfUnits(units);
  const namesSlugs = SIDES.some((side) => [...moves[side].values()].some(({ kind }) => kind === 'pageSlug'));
  const lookup = createMentionLookup(
    { byKey: records.byKey, code },
    namesSlugs ? await listMergedPages(units, merged, parts) : [],
  );
  const schemas = mergeSchemasIn(lookup);
  const found = { clashes: [], conflicts: [] };
  const migrations = createSideMigrations({ lookup, readRecord, prefix });
  const known = { objects, prefix, readRecord, keep, records, moves, migrations, lookup, schemas };
  const merging: MergeContext = { ...known, ...found };
  return { ...found, merge: (unit) => mergeUnit(merging, unit) };
}

async function mergeUnit(merging: MergeContext, unit: LocatedUnit): Promise<FileVersion | null> {
  const { place } = unit;
  if (unit.barredBy) return reportBarred(merging, unit, unit.barredBy);
  if (place === null) return null;
  if (!place.located) return mergeTextFile(merging, unit, place);
  try {
    return await mergeRecordFile(merging, unit, { ...place, located: place.located });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return mergeTextFile(merging, unit, place);
  }
}

async function readSideBytes({ objects }: MergeContext, file: SideFile | undefined): Promise<Uint8Array | undefined> {
  return file && (file.content ?? file.bytes ?? (await objects.findBlob(file.id)));
}

/** The record's file on all sides, converted to its format after the merge and with the names of that time. */
async function readVersions(merging: MergeContext, unit: LocatedUnit, place: MergedLocation): Promise<Bytes> {
  const { records, moves, migrations, lookup, readRecord, prefix, schemas } = merging;
  const read = async (side: MergeSide): Promise<Uint8Array | undefined> => {
    const file = unit[side];
    if (!file) return undefined;
    const bytes = await readSideBytes(merging, file);
    if (!bytes) throw new FileError('LIMIT', `${file.path} cannot be read`);
    const formats = { from: formatOf(file.path)!, to: formatOf(place.path)! };
    const schema = { kind: file.located!.kind, schemas };
    return records.settle(() => {
      const renamed = applyRenames(bytes, file, { moves: moves[side], lookup, readRecord, prefix });
      return convertFile(migrations.apply(renamed, file, side), formats, schema);
    });
  };
  return { base: await read('base'), ours: await read('ours'), theirs: await read('theirs') };
}

type LocatedPath = MergedLocation & { readonly located: ParsedLocation };

async function mergeRecordFile(
  merging: MergeContext,
  unit: LocatedUnit,
  place: LocatedPath,
): Promise<FileVersion | null> {
  const { keep, records, schemas } = merging;
  const versions = await readVersions(merging, unit, place);
  const report = (found: readonly ValueClash[]): void => reportClashes(merging, found, versions, place);
  report(unit.clashes);
  const { ours, theirs, base } = versions;
  if (!ours || !theirs) {
    if (base && place.located.key === unit.base?.located?.key && hasSameContent(place.path, base, (ours ?? theirs)!))
      return null;
    if (base) await reportWhole(merging, versions, place);
    return asFile(unit, keep === 'base' && base ? base : (ours ?? theirs!));
  }
  const { kind } = place.located;
  const schema = { kind, format: formatOf(place.path)!, schemas };
  const { bytes: merged, clashes } = await mergeReadable({ versions, schema, keep, settle: records.settle });
  reportClashes(merging, clashes, versions, { ...place, merged });
  const bytes = await deriveMerged(merging, merged, versions, place);
  if (kind === 'taxonomy') recordTermMoves(merging, unit, { ...place, bytes });
  if (kind === 'contentType' || kind === 'blockType') merging.migrations.noteType(unit, { ...place, bytes });
  return asFile(unit, bytes);
}

/** What only one side has changed holds what that side has derived. */
async function deriveMerged(merging: MergeContext, bytes: Uint8Array, versions: Bytes, place: LocatedPath) {
  const { records, schemas, readRecord, prefix } = merging;
  const { located } = place;
  const isOneSide = [versions.ours, versions.theirs].some((side) => side && Buffer.compare(side, bytes) === 0);
  if (isOneSide || schemas.code.derived.isEmpty) return bytes;
  const path = place.path.slice(prefix.length);
  const at = { located, path, id: mergedRecordId(versions, path, located) };
  const scope = { code: schemas.code, schemaOf: schemas.ofContentType, readRecord };
  return records.settle(() => deriveInFile(bytes, at, scope));
}

async function reportWhole(merging: MergeContext, versions: Bytes, place: LocatedPath): Promise<void> {
  const { records, schemas } = merging;
  const schema = { kind: place.located.kind, format: formatOf(place.path)!, schemas };
  reportClashes(merging, [await records.settle(() => wholeClash(versions, schema))], versions, place);
}

function reportClashes(
  merging: MergeContext,
  found: readonly ValueClash[],
  versions: Bytes,
  place: LocatedPath & { readonly merged?: Uint8Array },
): void {
  if (found.length === 0) return;
  const { prefix, clashes, schemas } = merging;
  const { path, located, merged } = place;
  const { kind, key } = located;
  const data = merged && hasSummaries(schemas.code) ? readMerged(merging, place, merged) : null;
  const record = { kind, key, data, id: mergedRecordId(versions, path.slice(prefix.length), located) };
  for (const clash of found) clashes.push(toRecordClash(clash, record, schemas));
}

function recordTermMoves(
  merging: MergeContext,
  unit: LocatedUnit,
  merged: MergedLocation & { readonly bytes: Uint8Array },
): void {
  const after = readMerged(merging, merged, merged.bytes) as Taxonomy | undefined;
  for (const side of SIDES) {
    const file = unit[side];
    const before = file?.content && (readMerged(merging, file, file.content) as Taxonomy | undefined);
    if (before && after) addTermMoves(merging.moves[side], before, after);
  }
}

/** The data of a record's file; undefined if it cannot be read. */
function readMerged(
  { prefix, readRecord }: MergeContext,
  { path, located }: MergedLocation,
  bytes: Uint8Array,
): object | undefined {
  if (!located) return undefined;
  const read = decodeRecord({ located, path: path.slice(prefix.length), bytes }, readRecord);
  return 'data' in read ? read.data : undefined;
}

/** Merges by lines: a file that holds no record, or cannot be read as one. */
async function mergeTextFile(merging: MergeContext, unit: LocatedUnit, place: MergedLocation): Promise<FileVersion> {
  const { keep, conflicts } = merging;
  const { base, ours, theirs } = unit;
  if (!ours || !theirs) {
    if (base) conflicts.push(place.path);
    return toFileVersion((keep === 'base' && base) || (ours ?? theirs!));
  }
  if (![base, ours, theirs].every((file) => !file || isFileMode(file.mode)))
    return mergeOpaqueFile(merging, unit, place);
  if (isSameFile(ours, theirs) || (base && theirs.id === base.id)) return withMode(unit, ours);
  if (base && ours.id === base.id) return withMode(unit, theirs);
  const before = await readSideBytes(merging, base);
  const [our, their] = [await readSideBytes(merging, ours), await readSideBytes(merging, theirs)];
  const bytes = our && their && mergeLines({ base: before, ours: our, theirs: their });
  if (bytes) return asFile(unit, bytes);
  conflicts.push(place.path);
  return toFileVersion((keep === 'base' && base) || ours);
}

/** Merges a symbolic link or a submodule as a whole, together with its mode: its content is not lines. */
function mergeOpaqueFile(
  { keep, conflicts }: MergeContext,
  { base, ours, theirs }: LocatedUnit,
  place: MergedLocation,
): FileVersion {
  if (isSameFile(theirs, base) || isSameFile(theirs, ours)) return toFileVersion(ours!);
  if (isSameFile(ours, base)) return toFileVersion(theirs!);
  conflicts.push(place.path);
  return toFileVersion((keep === 'base' && base) || ours!);
}

/** Reports a record that cannot be where theirs has added it. */
async function reportBarred(merging: MergeContext, unit: LocatedUnit, ours: SideFile): Promise<null> {
  const { located, path } = ours;
  try {
    if (!located) throw new FileError('SCHEMA', `${path} is not a record`);
    const { base: _, ...added } = unit;
    const versions = await readVersions(merging, { ...added, ours }, { path, located });
    await reportWhole(merging, versions, { path, located });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    merging.conflicts.push(path);
  }
  return null;
}

/** A version that has these bytes already, otherwise a new file. */
function asFile(unit: LocatedUnit, bytes: Uint8Array): FileVersion {
  const id = blobId(bytes);
  const known = SIDES.map((side) => unit[side]).find((file) => file?.id === id);
  return withMode(unit, known ?? { mode: '', id, bytes });
}

function withMode({ base, ours, theirs }: LocatedUnit, { id, bytes }: FileVersion): FileVersion {
  // At least one side has the file, and only a side that has it counts for the mode.
  let { mode } = (ours ?? theirs)!;
  if (ours && theirs) {
    const modes = { base: base?.mode, ours: ours.mode, theirs: theirs.mode };
    mode = String((agreed(modes) ?? { value: modes.ours }).value);
  }
  return toFileVersion({ mode, id, ...(bytes && { bytes }) });
}

const toFileVersion = ({ mode, id, bytes }: FileVersion): FileVersion => ({ mode, id, ...(bytes && { bytes }) });

function hasSameContent(path: string, a: Uint8Array, b: Uint8Array): boolean {
  const [one, other] = [a, b].map((bytes) => decodeFile(formatOf(path)!, bytes));
  return sameJson(one!.value, other!.value) && one!.body === other!.body;
}

function mergedRecordId({ ours, theirs }: Bytes, path: string, { kind }: ParsedLocation): number {
  const given = [ours, theirs].map((bytes) => bytes && decodeFile(formatOf(path)!, bytes).value['id']);
  const id = given.find((one) => typeof one === 'number');
  return singleIdOf(kind) ?? (typeof id === 'number' ? id : hashedId(entityOf(kind).counter, path, ''));
}
