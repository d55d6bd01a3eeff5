import { loadLazily } from '../../lib/list/loadLazily.ts';
import { errorAt, FileError } from './fileError.ts';
import type { FileFormat } from './formats.ts';

/** The parts of a file's text. A Markdown file has its value between two lines of dashes, with the body below. */
export interface FileFrame {
  readonly opening: string;
  /** The part that the format's codec reads. */
  readonly text: string;
  readonly closing: string;
  /** Only Markdown files have one. */
  readonly body?: string;
}

/** Splits a file into its parts. Throws FileError for a Markdown file without front matter. */
export const frameOf = (format: FileFormat, text: string): FileFrame =>
  format === 'md' ? splitFrontMatter(text) : { opening: '', text, closing: '' };

/** The empty frame of a new file. */
export const newFrame = (format: FileFormat): FileFrame =>
  format === 'md' ? { opening: '---\n', text: '', closing: '---\n', body: '' } : { opening: '', text: '', closing: '' };

/** Joins the parts of a file. Throws FileError if the front matter would end inside its text. */
export function joinFrame(format: FileFormat, { opening, text, closing, body = '' }: FileFrame): string {
  const end = body === '' || closing === '' || closing.endsWith('\n') ? closing : closing + opening.slice('---'.length);
  const joined = opening + text + end + body;
  if (format === 'md' && frameOf(format, joined).text !== text)
    throw errorAt('SCHEMA', 'A key that begins with "---" cannot stand in front matter', joined, 0);
  return joined;
}

/** Calls `read` on the value's text. A FileError from it gets the line number in the whole file. */
export function readInFrame<T>({ opening }: FileFrame, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError) || error.line === undefined) throw error;
    const line = error.line + opening.split('\n').length - 1;
    throw new FileError(error.code, error.message, { line, column: error.column ?? 1 });
  }
}

const matterPackage = loadLazily<typeof import('gray-matter')>('gray-matter');

/** The parts of a Markdown file, which joined are its text. */
interface FrontMatter {
  /** The line `---` at the start. */
  readonly opening: string;
  /** The YAML in between. */
  readonly text: string;
  /** The line `---` that ends the front matter. */
  readonly closing: string;
  /** Everything below. */
  readonly body: string;
}

/**
 * gray-matter finds the parts. It would run code for some languages (SECURITY 8), so all of its engines are replaced.
 */
const ENGINES = Object.fromEntries(
  ['json', 'javascript', 'js', 'coffee', 'coffeescript', 'cson', 'toml'].map((name) => [
    name,
    refuseFrontMatterLanguage,
  ]),
);
const OPTIONS = { language: 'yaml', delimiters: '---', engines: { ...ENGINES, yaml: () => ({}) } };

function refuseFrontMatterLanguage(): never {
  throw new Error('Front matter is YAML: no other language may be chosen');
}

/** Splits a Markdown file without reading its YAML. Throws FileError if it has no front matter, or one without end. */
function splitFrontMatter(text: string): FrontMatter {
  const opening = /^---\r?\n/.exec(text)?.[0];
  if (opening === undefined)
    throw errorAt('SYNTAX', 'The first line must be exactly "---", with the front matter in YAML below', text, 0);
  const { matter: raw, content } = matterPackage()(opening + fillBlanks(text.slice(opening.length)), OPTIONS);
  const bodyAt = text.length - content.length;
  // gray-matter counts from after the opening dashes to before the line break above the closing ones.
  const closingAt = Math.min('---'.length + raw.length + 1, text.length);
  const closing = text.slice(closingAt, bodyAt);
  if (!/^---(?:\r?\n|$)/.test(closing) || (content !== '' && !closing.endsWith('\n')))
    throw errorAt('SYNTAX', 'The front matter must end in a line that is exactly "---"', text, closingAt);
  return { opening, text: text.slice(opening.length, closingAt), closing, body: text.slice(bodyAt) };
}

/**
 * The same number of characters without blank lines. gray-matter looks for comments with `/^\s*#/m`, which takes
 * minutes for a hundred thousand blank lines. Only the places of the dashes are read from its answer.
 */
const fillBlanks = (text: string): string => text.replace(/(?<!(?:^|\n)---\r?)[\n\r\u2028\u2029](?=\s)/g, '#');
