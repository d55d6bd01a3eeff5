import { compareText } from '../lib/compareText.ts';
import { isPlainObject } from '../lib/isPlainObject.ts';

/** The file that says what an export consists of, in the folder that it was written to. */
export const MANIFEST = 'manifest.json';

export interface ExportedEntry {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly size: number;
  /** What its bytes were made of, by the names of `need.ts`. */
  readonly needs: readonly string[];
}

/** What was exported, from what, and which version of everything it was made of there was. */
export interface Manifest {
  readonly commit: string;
  /** The time that pages were judged by. */
  readonly at: string;
  /** Whether files were exported that are not as the commit has them. */
  readonly isDirty: boolean;
  /** Names all that shapes files besides the content: with another one nothing can be taken over. */
  readonly recipe: string;
  readonly files: ReadonlyMap<string, ExportedEntry>;
  readonly versions: ReadonlyMap<string, string>;
}

const FORMAT = 'static-site/3';

/** How a file stands in the manifest: path, hash, size, and the numbers of its needs among the records. */
type Line = readonly [file: string, hash: string, size: number, needs: readonly number[]];

/** The same manifest gives the same bytes: one line for each thing that files were made of, then one line a file. */
export function writeManifest({ files, versions, commit, at, isDirty, recipe }: Manifest): string {
  const head = { quire: FORMAT, commit, at, isDirty, recipe };
  const records = inOrder(versions);
  // They are named some ten times each: numbers make the manifest a third as long.
  const numbers = new Map(records.map(([name], number) => [name, number]));
  const lines = inOrder(files).map(
    ([file, { hash, size, needs }]): Line => [file, hash, size, needs.map((need) => numbers.get(need)!)],
  );
  return `${JSON.stringify(head).slice(0, -1)},
"records":${writeLines(records)},
"files":${writeLines(lines)}}
`;
}

const inOrder = <T>(values: ReadonlyMap<string, T>): (readonly [string, T])[] =>
  [...values].sort(([a], [b]) => compareText(a, b));

const writeLines = (values: readonly unknown[]): string =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);

/** Names between slashes that begin with no dot and hold neither a backslash nor a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const SAFE = /^(?:[^./\\\u0000-\u001f][^/\\\u0000-\u001f]*(?:\/(?!$)|$))+$/u;

/** A name that leads neither out of the folder nor to what an export keeps for itself. */
export const isSafeFile = (path: string): boolean => SAFE.test(path) && path !== MANIFEST;

/** Null for anything but a manifest of an export: its names decide what is removed. */
export function readManifest(text: string): Manifest | null {
  const { quire, commit, at, isDirty, recipe, files, records } = parseObject(text);
  if (quire !== FORMAT || !isText(commit) || !isText(at) || !isText(recipe) || typeof isDirty !== 'boolean')
    return null;
  if (!Array.isArray(files) || !Array.isArray(records) || !records.every(isRecord)) return null;
  const names = records.map(([name]) => name);
  const entries = files.map((line: unknown) => readLine(line, names));
  if (!entries.every((entry) => entry !== null)) return null;
  return { ...{ commit, at, isDirty, recipe }, files: new Map(entries), versions: new Map(records) };
}

const isRecord = (value: unknown): value is readonly [name: string, version: string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

function readLine(line: unknown, names: readonly string[]): readonly [string, ExportedEntry] | null {
  if (!Array.isArray(line) || line.length !== 4) return null;
  const [file, hash, size, numbers] = line as readonly unknown[];
  if (!isText(file) || !isSafeFile(file) || !isHash(hash)) return null;
  if (!Number.isSafeInteger(size) || !Array.isArray(numbers)) return null;
  const needs = numbers.map((number: unknown) => names[Number(number)]);
  // Looked at one by one just now.
  return needs.every(isText) ? [file, { hash, size: size as number, needs }] : null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
