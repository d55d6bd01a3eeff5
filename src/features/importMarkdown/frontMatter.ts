import { parse as parseToml, TomlDate } from 'smol-toml';
import type { Json } from '../../convert/foundSite.ts';
import { isMapping } from '../../model/fields/values.ts';
import { decodeFile } from '../../store/codec/decodeFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import type { JsonValue } from '../../store/codec/json/json.ts';
import { checkValue, MAX_FILE_BYTES } from '../../store/codec/limits.ts';

export interface MarkdownFile {
  readonly values: Json;
  readonly body: string;
  /** Whether it has no front matter. */
  readonly isPlain?: boolean;
}

const TOML = /^\+\+\+[ \t]*\r?\n([\s\S]*?)^\+\+\+[ \t]*(?:\r?\n|$)/m;
const YAML = /^---[ \t]*\r?\n/;

/**
 * Reads a Markdown file: its front matter in YAML, TOML or JSON, if any, and the text below. Code (`---js`) is never
 * run.
 *
 * @throws FileError in words for the user if it cannot be read or exceeds the limits of content files
 */
export function readMarkdown(bytes: Uint8Array): MarkdownFile {
  if (bytes.length > MAX_FILE_BYTES) throw new FileError('LIMIT', 'The file is larger than 4 MiB');
  const text = new TextDecoder('utf-8').decode(bytes);
  if (text.startsWith('+++')) return readToml(text);
  if (/^---[^\S\r\n]*[A-Za-z]/.test(text))
    throw new FileError('SYNTAX', 'Front matter after --- must be YAML, so no language may be named there');
  if (/^\{\s*"/.test(text)) return readJson(text);
  if (!YAML.test(text)) return { values: {}, body: text, isPlain: true };
  // The front matter may be empty.
  if (/^---[ \t]*\r?\n---[ \t]*(\r?\n|$)/.test(text))
    return { values: {}, body: text.replace(/^---[ \t]*\r?\n---[ \t]*(\r?\n|$)/, '') };
  const { value, body = '' } = decodeFile('md', Buffer.from(text.replace(YAML, '---\n')));
  return { values: value, body };
}

function readToml(text: string): MarkdownFile {
  const match = TOML.exec(text);
  if (match?.index !== 0) throw new FileError('SYNTAX', 'The front matter has no end');
  try {
    const values = toJson(parseToml(match[1] ?? ''), 0) as JsonValue;
    checkValue(values);
    return { values: values as Json, body: text.slice(match[0].length) };
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(
      'SYNTAX',
      `The front matter is not TOML: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`,
    );
  }
}

const MAX_DEPTH = 64;

/** Converts TOML values to JSON; times become texts in ISO 8601. */
function toJson(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new FileError('LIMIT', 'The front matter nests too deeply');
  if (value instanceof TomlDate)
    return value.isLocal() || value.isDate() ? value.toISOString() : new Date(value).toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((one) => toJson(one, depth + 1));
  if (!isMapping(value)) return typeof value === 'number' && !Number.isFinite(value) ? null : value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one, depth + 1)]));
}

/** Reads an object at the beginning of the file, up to the first line that is a closing brace alone. */
function readJson(text: string): MarkdownFile {
  const end = /^\}[ \t]*(?:\r?\n|$)/m.exec(text);
  const json = end ? text.slice(0, end.index + 1) : '';
  try {
    const values = JSON.parse(json) as JsonValue;
    checkValue(values);
    return { values: values as Json, body: text.slice(end!.index + end![0].length) };
  } catch (error) {
    if (error instanceof FileError) throw error;
    return { values: {}, body: text };
  }
}
