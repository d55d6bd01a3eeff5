import { isDeepStrictEqual } from 'node:util';
import { canonical } from '../../model/richText/canonical.ts';
import { editMarkdown } from '../../model/richText/markdown/edit/editMarkdown.ts';
import { fromMarkdown } from '../../model/richText/markdown/fromMarkdown.ts';
import { isNode, type RichTextNode } from '../../model/richText/node.ts';
import { FileError } from '../codec/fileError.ts';
import type { JsonValue } from '../codec/json/json.ts';
import { checkValue } from '../codec/limits.ts';

/** What the text below a file's front matter says: as the value of a Markdown field, and as that of a rich text field. */
export interface Body {
  readonly text: string;
  readonly document: RichTextNode;
}

/** The body that a text is; undefined for a blank one. Throws FileError when it is beyond the limits (SECURITY 7). */
export function readBody(raw: string | undefined): Body | undefined {
  if (raw === undefined || raw.trim() === '') return undefined;
  const document = readDocument(raw);
  checkValue(document as unknown as JsonValue);
  return { text: textOf(raw), document };
}

/** The same of a text whose document is known: records hold what was read of it. */
export const knownBody = (raw: string, document: unknown): Body => ({
  text: textOf(raw),
  document: document as RichTextNode,
});

function readDocument(raw: string): RichTextNode {
  try {
    return fromMarkdown(raw);
  } catch (error) {
    if (error instanceof RangeError) throw new FileError('LIMIT', `The text below the front matter: ${error.message}`);
    throw error;
  }
}

/** Without the line breaks that part it from the front matter and end the file; in a file for Windows without its own. */
function textOf(raw: string): string {
  const isWindows = !/(?<!\r)\n/.test(raw);
  const text = isWindows ? raw.replaceAll('\r\n', '\n') : raw;
  return text.replace(/^\n/, '').replace(/\n$/, '');
}

/** How a value is written below the front matter, `present` being what stands there; undefined when it cannot be. */
export type WriteBody = (value: unknown, present: string) => string | undefined;

/** One row a kind of field that may be a body. */
export const BODY_WRITERS: Readonly<Record<string, WriteBody>> = { richtext: writeDocument, markdown: writeText };

function writeDocument(value: unknown, present: string): string | undefined {
  if (!isNode(value)) return undefined;
  const wanted = canonical(value);
  try {
    const raw = editMarkdown(present === '' ? '\n' : present, wanted);
    return isDeepStrictEqual(readBody(raw)?.document, wanted) ? raw : undefined;
  } catch (error) {
    if (isBeyondLimits(error)) return undefined;
    throw error;
  }
}

/** Markdown is read up to a size that documents may exceed. */
const isBeyondLimits = (error: unknown): boolean => error instanceof RangeError || error instanceof FileError;

function isReadable(raw: string): boolean {
  try {
    return readBody(raw) !== undefined;
  } catch (error) {
    if (isBeyondLimits(error)) return false;
    throw error;
  }
}

function writeText(value: unknown, present: string): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (present.trim() !== '' && textOf(present) === value) return present;
  const lead = /^\r?\n/.exec(present)?.[0] ?? (present === '' ? '\n' : '');
  const end = present === '' || present.endsWith('\n') ? '\n' : '';
  const windows = `${lead}${value}${end}`.replace(/\r?\n/g, '\r\n');
  const attempts = [...(present.includes('\r\n') ? [windows] : []), `${lead}${value}${end}`, `\n${value}\n`];
  return attempts.find((raw) => raw.isWellFormed() && textOf(raw) === value && isReadable(raw));
}
