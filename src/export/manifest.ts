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

const FORMAT = 'static-site/1';

/** The same manifest gives the same bytes: one line a file, then one line for each thing that files were made of. */
export function writeManifest({ files, versions, commit, at, isDirty, recipe }: Manifest): string {
  const head = { quire: FORMAT, commit, at, isDirty, recipe };
  return `${JSON.stringify(head).slice(0, -1)},
"files":${writeLines(files)},
"records":${writeLines(versions)}}
`;
}

function writeLines(values: ReadonlyMap<string, unknown>): string {
  const lines = [...values]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isHash = (value: unknown): boolean => isText(value) && /^[0-9a-f]{64}$/.test(value);

/** A name that leads neither out of the folder nor to what an export keeps for itself. */
export const isSafeFile = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  path.split('/').every((name) => /^[^.\\\u0000-\u001f][^\\\u0000-\u001f]*$/u.test(name)) && path !== MANIFEST;

const isEntry = (value: unknown): value is ExportedEntry =>
  isPlainObject(value) &&
  isHash(value['hash']) &&
  Number.isSafeInteger(value['size']) &&
  Array.isArray(value['needs']) &&
  value['needs'].every(isText);

/** Null for anything but a manifest of an export: its names decide what is removed. */
export function readManifest(text: string): Manifest | null {
  const { quire, commit, at, isDirty, recipe, files, records } = parseObject(text);
  if (quire !== FORMAT || !isText(commit) || !isText(at) || !isText(recipe) || typeof isDirty !== 'boolean')
    return null;
  if (!isPlainObject(files) || !isPlainObject(records)) return null;
  const isSound = Object.entries(files).every(([path, entry]) => isSafeFile(path) && isEntry(entry));
  if (!isSound || !Object.values(records).every(isText)) return null;
  return {
    ...{ commit, at, isDirty, recipe },
    // Every value has just been looked at.
    files: new Map(Object.entries(files) as [string, ExportedEntry][]),
    versions: new Map(Object.entries(records) as [string, string][]),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
