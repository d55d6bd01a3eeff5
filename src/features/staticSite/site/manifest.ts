import type { ExtensionIdentity } from '../../../extend/loaded.ts';
import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { isString } from '../../../lib/json/isString.ts';
import { compareText } from '../../../lib/text/compareText.ts';

/** The file in the export's folder that lists what it consists of. */
export const MANIFEST = 'manifest.json';

export interface ExportedFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly size: number;
  /** What the file was made from, by index into the manifest's records. */
  readonly needs: readonly number[];
}

/** Something that files were made from: its name (`need.ts`) and its version. */
export type MadeOf = readonly [name: string, version: string];

/** What was exported, from which commit, and the versions of everything that it was made from. */
export interface Manifest {
  readonly commit: string;
  /** The time that decided which pages are public. */
  readonly at: string;
  /** Whether uncommitted files were exported. */
  readonly isDirty: boolean;
  /** A digest of everything besides the content that affects files: if it differs, nothing can be taken over. */
  readonly recipe: string;
  /** The site's own code that took part; absent if there is none. */
  readonly extensions?: readonly ExtensionIdentity[];
  readonly files: ReadonlyMap<string, ExportedFile>;
  /** Everything that files were made from, by name. Files refer to it by index, which makes a manifest a third as long. */
  readonly records: readonly MadeOf[];
}

const FORMAT = 'static-site/3';

/** A file in the manifest. */
type ManifestLine = readonly [file: string, hash: string, size: number, needs: readonly number[]];

/** Writes a manifest, the same one always as the same bytes: one line for each record, then one line for each file. */
export function writeManifest({ files, records, commit, at, isDirty, recipe, extensions }: Manifest): string {
  const head = { quire: FORMAT, commit, at, isDirty, recipe, ...(extensions && { extensions }) };
  const sorted = [...files].sort(([a], [b]) => compareText(a, b));
  const lines = sorted.map(([file, { hash, size, needs }]): ManifestLine => [file, hash, size, needs]);
  return `${JSON.stringify(head).slice(0, -1)},
"records":${writeLines(records)},
"files":${writeLines(lines)}}
`;
}

const writeLines = (values: readonly unknown[]): string =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;

const isHash = (value: unknown): value is string => isString(value) && /^[0-9a-f]{64}$/.test(value);

/** Names between slashes without a leading dot, backslashes or control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const SAFE = /^(?:[^./\\\u0000-\u001f][^/\\\u0000-\u001f]*(?:\/(?!$)|$))+$/u;

/** Whether a path stays inside the folder and is not one of the export's own files. */
export const isSafeFile = (path: string): boolean => SAFE.test(path) && path !== MANIFEST;

/** Null for anything but a valid manifest. Strict, because its names decide which files are removed. */
export function readManifest(text: string): Manifest | null {
  const { quire, commit, at, isDirty, recipe, extensions = [], files, records } = parseJsonObject(text);
  if (quire !== FORMAT || !isString(commit) || !isString(at) || !isString(recipe) || typeof isDirty !== 'boolean')
    return null;
  if (!Array.isArray(files) || !Array.isArray(records) || !records.every(isMadeOf)) return null;
  if (!Array.isArray(extensions) || !extensions.every(isIdentity)) return null;
  const entries = files.map((line: unknown) => readManifestLine(line, records.length));
  if (!entries.every((entry) => entry !== null)) return null;
  const known = extensions.length > 0 ? { extensions } : {};
  return { ...{ commit, at, isDirty, recipe, records, ...known }, files: new Map(entries) };
}

const isIdentity = (value: unknown): value is ExtensionIdentity =>
  isPlainObject(value) && isString(value['name']) && isString(value['version']) && isString(value['hash']);

const isMadeOf = (value: unknown): value is MadeOf =>
  Array.isArray(value) && value.length === 2 && value.every(isString);

function readManifestLine(line: unknown, records: number): readonly [string, ExportedFile] | null {
  if (!Array.isArray(line) || line.length !== 4) return null;
  const [file, hash, size, needs] = line as readonly unknown[];
  if (!isString(file) || !isSafeFile(file) || !isHash(hash) || !isCount(size) || !Array.isArray(needs)) return null;
  return needs.every((number: unknown) => isCount(number) && number < records) ? [file, { hash, size, needs }] : null;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
