import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { Counter } from '../model/entity.ts';
import type { Marks } from './ids.ts';

/** High-water marks in a file. Written in place of the old ones, at once: planning a write cannot wait. */
export function createMarks(file: string): Marks {
  return {
    read: () => readMarks(file),
    write(marks) {
      const beside = `${file}.tmp`;
      const handle = openSync(beside, 'w', 0o600);
      try {
        writeSync(handle, JSON.stringify(marks));
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(beside, file);
    },
  };
}

/** Marks that cannot be read are forgotten: ids then follow the highest one in use. */
function readMarks(file: string): Partial<Record<Counter, number>> {
  try {
    const marks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(marks).filter(([, mark]) => Number.isSafeInteger(mark)));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError) return {};
    throw error;
  }
}
