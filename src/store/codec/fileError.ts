import type { ProblemCode } from '../../model/entry.ts';

/** Why a file cannot be read or written; each becomes a problem of the same code. */
export type FileErrorCode = Extract<ProblemCode, 'SYNTAX' | 'LIMIT' | 'ENCODING' | 'SCHEMA'>;

/** A content file that cannot be read, or a value that cannot be written as one. Line and column count from 1. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(code: FileErrorCode, message: string, position?: { readonly line: number; readonly column: number }) {
    super(message);
    this.name = 'FileError';
    this.code = code;
    this.line = position?.line;
    this.column = position?.column;
  }
}

/** A FileError at an offset of the text. */
export function errorAt(code: FileErrorCode, message: string, text: string, offset: number): FileError {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return new FileError(code, message, { line: before.split('\n').length, column: offset - lineStart + 1 });
}
