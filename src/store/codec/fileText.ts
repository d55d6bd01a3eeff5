import { nameConflicts } from './conflict.ts';
import { errorAt, FileError } from './fileError.ts';
import type { FileFormat } from './formats.ts';
import { MAX_FILE_BYTES } from './limits.ts';

/** A file's text, and whether it began with a byte order mark. */
export interface FileText {
  readonly text: string;
  readonly hasBom: boolean;
}

// Git writes seven characters at the start of a line. Indented or quoted content never begins a line with them.
const CONFLICT_MARKER = /(?<=^|\n)(?:={7}|[<|>]{7}(?: [^\n]*)?)(?=\r?\n|\r?$)/;

/**
 * In Markdown a line of seven signs may underline a heading or be part of an example; a conflict has all three, in
 * order.
 */
const MARKDOWN_MARKERS = [/^<{7}(?: .*)?\r?$/m, /^={7}\r?$/m, /^>{7}(?: .*)?\r?$/m];

/** Decodes strict UTF-8 without conflict markers. Throws FileError. */
export function readFileText(bytes: Uint8Array, format: FileFormat): FileText {
  if (bytes.length > MAX_FILE_BYTES) throw new FileError('LIMIT', `The file is larger than ${MAX_FILE_BYTES} bytes`);
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = decodeUtf8(hasBom ? bytes.subarray(3) : bytes);
  const marker = mayContainMarker(text) ? findConflict(text, format) : -1;
  if (marker >= 0) throw conflictAt(text, marker, format);
  return { text, hasBom };
}

function conflictAt(text: string, marker: number, format: FileFormat): FileError {
  const named = nameConflicts(text, format);
  return errorAt('SYNTAX', `The file holds git conflict markers${named ? `: ${named}` : ''}`, text, marker);
}

/** The bytes of a text. Throws FileError if they are more than a file may hold. */
export function writeFileText({ text, hasBom }: FileText): Uint8Array {
  const bytes = new TextEncoder().encode(hasBom ? `\uFEFF${text}` : text);
  if (bytes.length > MAX_FILE_BYTES)
    throw new FileError('LIMIT', `The file would be larger than ${MAX_FILE_BYTES} bytes`);
  return bytes;
}

/** The offset of a conflict; -1: there is none. */
function findConflict(text: string, format: FileFormat): number {
  if (format !== 'md') return text.search(CONFLICT_MARKER);
  const begin = text.search(MARKDOWN_MARKERS[0]!);
  let at = begin;
  for (const marker of MARKDOWN_MARKERS) {
    const found = at < 0 ? -1 : text.slice(at).search(marker);
    at = found < 0 ? -1 : at + found;
  }
  return at < 0 ? -1 : begin;
}

const mayContainMarker = (text: string): boolean =>
  text.includes('<<<<<<<') || text.includes('=======') || text.includes('>>>>>>>') || text.includes('|||||||');

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw invalidUtf8(bytes);
    throw cause;
  }
}

function invalidUtf8(bytes: Uint8Array): FileError {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Bytes that the lenient decoder had to replace come back differently.
  const repaired = new TextEncoder().encode(decoder.decode(bytes));
  const at = bytes.findIndex((byte, i) => byte !== repaired[i]);
  const before = decoder.decode(bytes.subarray(0, at < 0 ? bytes.length : at), { stream: true });
  return errorAt('ENCODING', 'The file is not valid UTF-8', before, before.length);
}
