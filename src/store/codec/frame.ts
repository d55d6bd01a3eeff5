import { errorAt, FileError } from './fileError.ts';
import type { Format } from './formats.ts';
import { splitFrontMatter } from './frontMatter.ts';

/** A file's text in its parts: a Markdown file holds its value between two lines of dashes, with its body below. */
export interface Frame {
  readonly opening: string;
  /** What the format's codec reads. */
  readonly text: string;
  readonly closing: string;
  /** Only Markdown files have one. */
  readonly body?: string;
}

/** The parts of a file. Throws FileError for a Markdown file without front matter. */
export const frameOf = (format: Format, text: string): Frame =>
  format === 'md' ? splitFrontMatter(text) : { opening: '', text, closing: '' };

/** The frame of a new file around nothing. */
export const newFrame = (format: Format): Frame =>
  format === 'md' ? { opening: '---\n', text: '', closing: '---\n', body: '' } : { opening: '', text: '', closing: '' };

/** A file put together again; throws FileError where its value's text would not end where it does. */
export function joinFrame(format: Format, { opening, text, closing, body = '' }: Frame): string {
  const end = body === '' || closing === '' || closing.endsWith('\n') ? closing : closing + opening.slice('---'.length);
  const joined = opening + text + end + body;
  if (format === 'md' && frameOf(format, joined).text !== text)
    throw errorAt('SCHEMA', 'A key that begins with "---" cannot stand in front matter', joined, 0);
  return joined;
}

/** What `read` makes of the value's text; a FileError it throws tells the line in the whole file. */
export function readInFrame<T>({ opening }: Frame, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError) || error.line === undefined) throw error;
    const line = error.line + opening.split('\n').length - 1;
    throw new FileError(error.code, error.message, { line, column: error.column ?? 1 });
  }
}
