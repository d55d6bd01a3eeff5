import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readServerConfig } from '../config.ts';
import { type Command, misuse } from '../extend/command.ts';
import { createLoadedCode } from '../extend/judge/openJudge.ts';
import { loadSiteCode } from '../extend/load/loadSiteCode.ts';
import { BUILT_IN_CODE } from '../fields/kinds.ts';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { cleanLine } from '../lib/text/cleanLine.ts';
import type { Lookup, SiteCode } from '../model/entry.ts';
import { locate, type ParsedLocation, shelved, stemOf } from '../model/location.ts';
import type { FieldSchemas } from '../model/merge/mergeData.ts';
import type { Kind } from '../model/records.ts';
import { splitConflict } from '../store/codec/conflict.ts';
import { decodeFile } from '../store/codec/decodeFile.ts';
import { FileError } from '../store/codec/fileError.ts';
import { formatOf } from '../store/codec/formats.ts';
import type { JsonObject } from '../store/codec/json/json.ts';
import { MAX_FILE_BYTES } from '../store/codec/limits.ts';
import { createReadRecord } from '../store/file/fileRecord.ts';
import { locateInContent } from '../store/file/inspectSightings.ts';
import { findBytes } from '../store/file/readFileBytes.ts';
import { type MergedFile, mergeFile } from '../store/merge/mergeFile.ts';
import { deriveInFile } from '../write/merge/deriveInFile.ts';
import type { DriverVersions } from './driverMigrations.ts';

const HELP = `quire merge-driver <base> <ours> <theirs> <path>

Merges one file of a site value by value. Git calls it with %O %A %B %P; quire init and quire setup-git set that up.
The result is written into <ours>, where each value that both sides have changed differently is put between conflict
markers. Files that are not records, or cannot be read, are merged by lines, as git merge-file does.

Exit codes: 0 merged, 1 conflicts, 2 wrong arguments.
`;

interface MergeFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** The file's path in the repository. */
  readonly path: string;
}

/** Returns the files, or a message about wrong arguments. No name is an option, whatever it looks like. */
function readFiles(args: readonly string[]): MergeFiles | string {
  const [base, ours, theirs, path] = args;
  if (!base || !ours || !theirs || !path || args.length > 4)
    return `quire merge-driver takes four files, but got ${args.length}`;
  return { base, ours, theirs, path };
}

async function run(args: readonly string[]): Promise<number> {
  const files = readFiles(args);
  if (typeof files === 'string') return misuse(files, HELP);
  const merged = await tryMerge(files, await loadCode());
  if (!merged) return mergeFileByLines(files);
  writeFileSync(files.ours, merged.bytes);
  for (const { path } of merged.clashes) printWarning(`${files.path}: both sides have changed ${path.join('.')}`);
  return merged.clashes.length > 0 ? 1 : 0;
}

/** What values are merged by. Without it the base kinds decide: a merge must not fail because code is missing. */
async function loadCode(): Promise<SiteCode> {
  try {
    const loaded = await loadSiteCode(readServerConfig(process.env, process.cwd()), process.env);
    return createLoadedCode(loaded);
  } catch (error) {
    printWarning(`merged without the site's own code: ${String(error)}`);
    return BUILT_IN_CODE;
  }
}

/** Prints a line without control characters: names come from other people's files. */
const printWarning = (line: string): boolean => process.stderr.write(`${cleanLine(line)}\n`);

/** Merges by values; undefined for a file that cannot be merged that way. */
async function tryMerge({ path, ...files }: MergeFiles, code: SiteCode): Promise<MergedFile | undefined> {
  const found = locateRecord(path);
  const format = formatOf(path);
  if (!found || !format) return undefined;
  try {
    const base = readMergeFile(files.base);
    const read = {
      base: base.length === 0 ? undefined : withoutMarkers(base),
      ours: readMergeFile(files.ours),
      theirs: readMergeFile(files.theirs),
    };
    const present = openSchemas(found.root, code);
    const { schemas, versions } = await migrateRead(read, path, found, present);
    const merged = mergeFile(versions, { kind: found.kind, format, schemas });
    if (!merged || merged.clashes.length > 0) return merged;
    return { ...merged, bytes: deriveMerged(merged.bytes, path, found, schemas) };
  } catch (error) {
    // Git's merge by lines loses nothing, whatever the file contains.
    if (!(error instanceof FileError)) printWarning(`${path} is merged by lines: ${String(error)}`);
    return undefined;
  }
}

/** The versions of a record's file with the names that its type has once both sides are merged, and the types then. */
async function migrateRead(read: DriverVersions, path: string, found: LocatedRecord, schemas: FieldSchemas) {
  const { root, ...located } = found;
  if (!MIGRATED.has(located.kind)) return { versions: read, schemas };
  try {
    const { migrateVersions } = await import('./driverMigrations.ts');
    return migrateVersions(read, { path, located }, { root, schemas, lookup: lookUpIn(root) });
  } catch (error) {
    printWarning(`${path} is merged without looking for migrations: ${String(error)}`);
    return { versions: read, schemas };
  }
}
const MIGRATED: ReadonlySet<Kind> = new Set(['page', 'block', 'contentType']);

/** The merged file with the values that the site's code derives from what has been merged. */
function deriveMerged(bytes: Uint8Array, path: string, { root, ...located }: LocatedRecord, schemas: FieldSchemas) {
  const { code, ofContentType: schemaOf } = schemas;
  if (code.derived.isEmpty) return bytes;
  const { id } = decodeFile(formatOf(path)!, bytes).value;
  const at = { located, path: path.slice(root.length), id: typeof id === 'number' ? id : 0 };
  return deriveInFile(bytes, at, { code, schemaOf, readRecord: createReadRecord() });
}

function readMergeFile(file: string): Buffer {
  const bytes = readFileSync(file);
  if (bytes.length > MAX_FILE_BYTES) throw new FileError('LIMIT', `The file is larger than ${MAX_FILE_BYTES} bytes`);
  return bytes;
}

/** After criss-cross merges git merges the bases itself; where they conflict, either side serves as the base. */
function withoutMarkers(base: Buffer): Buffer {
  if (!base.includes('<<<<<<<')) return base;
  const sides = splitConflict(base.toString('utf8'));
  return sides ? Buffer.from(sides.ours) : base;
}

interface LocatedRecord extends ParsedLocation {
  /** The content folder in the repository: empty, or ending with a slash. */
  readonly root: string;
}

/** The record that a path in a repository belongs to, wherever in it the content folder is. */
function locateRecord(path: string): LocatedRecord | null {
  const segments = path.split('/');
  for (const above of segments.keys()) {
    const inSite = segments.slice(above).join('/');
    const located = locateInContent(inSite);
    if (located) return { ...located, root: path.slice(0, path.length - inSite.length) };
  }
  return null;
}

/** The schemas in the working tree, each read when it is asked for. */
function openSchemas(root: string, code: SiteCode): FieldSchemas {
  const schemaOf = (kind: 'contentType' | 'blockType', slug: string) => {
    const value = readRecord(root, kind, { slug })?.['fieldsSchema'];
    // `mergeFields` ignores what is not a valid schema.
    return (value ?? undefined) as ReturnType<FieldSchemas['ofContentType']>;
  };
  return {
    code,
    ofContentType: (slug) => schemaOf('contentType', slug),
    ofBlockType: (slug) => schemaOf('blockType', slug),
    ofBlock(key) {
      const type = readRecord(root, 'block', { key })?.['type'];
      return typeof type === 'string' ? schemaOf('blockType', type) : undefined;
    },
  };
}

/** The records in the working tree, as far as migrating others reads them: what their files hold. */
const lookUpIn = (root: string): Pick<Lookup, 'byKey'> => ({
  byKey(kind, key) {
    const data = readRecord(root, kind, kind === 'block' ? { key } : { slug: key });
    // Only `data` is read: the type and values of blocks, and the fields of types.
    return data && ({ kind, key, data } as never);
  },
});

/** The content of a record's file; undefined if there is no readable one. */
function readRecord(root: string, kind: Kind, data: Readonly<Record<string, string>>): JsonObject | undefined {
  const stem = stemOf(kind, data);
  // The slug comes from a file and could point elsewhere.
  if (locate('content', stem)?.kind !== kind) return undefined;
  for (const place of [stem, shelved(kind, stem, data)])
    for (const format of ['yaml', 'json'] as const) {
      const bytes = findBytes(root === '' ? '.' : root, `${place}.${format}`);
      if (bytes) return tryDecode(format, bytes);
    }
  return undefined;
}

function tryDecode(format: 'yaml' | 'json', bytes: Uint8Array): JsonObject | undefined {
  try {
    return decodeFile(format, bytes).value;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Merges by lines, as git does without a driver: conflicting lines are put between markers. */
function mergeFileByLines({ ours, base, theirs }: MergeFiles): number {
  try {
    const names = ['ours', 'base', 'theirs'].flatMap((name) => ['-L', name]);
    execFileSync('git', ['merge-file', ...names, '--', ours, base, theirs], { stdio: ['ignore', 'ignore', 'inherit'] });
    return 0;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) process.stderr.write('The git program was not found\n');
    return 1;
  }
}

export const mergeDriverCommand: Command = { help: HELP, takesAnyNames: true, run };
