import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { IdCounter } from '../../model/entity.ts';
import { FIRST_HASHED_ID } from './randomId.ts';
import type { IdMarks } from './sequence.ts';

/** High-water marks in a file. Written synchronously, because planning a write cannot wait. */
export function createMarks(file: string): IdMarks {
  return {
    read: () => readIdMarks(file),
    write(marks) {
      const beside = `${file}.tmp`;
      withFileHandle(beside, 'w', (handle) => {
        writeFileSync(handle, JSON.stringify(marks));
        fsyncSync(handle);
      });
      renameSync(beside, file);
      // Windows cannot open folders and needs no such step.
      if (process.platform !== 'win32') withFileHandle(dirname(file), 'r', fsyncSync);
    },
  };
}

function withFileHandle(path: string, flags: string, use: (handle: number) => void): void {
  const handle = openSync(path, flags, 0o600);
  try {
    use(handle);
  } finally {
    closeSync(handle);
  }
}

const isMark = (mark: unknown): boolean =>
  Number.isSafeInteger(mark) && Number(mark) >= 0 && Number(mark) < FIRST_HASHED_ID;

/** Marks that cannot be read are ignored: ids then follow the highest one in use. */
function readIdMarks(file: string): Partial<Record<IdCounter, number>> {
  try {
    const marks: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isPlainObject(marks) ? Object.fromEntries(Object.entries(marks).filter(([, mark]) => isMark(mark))) : {};
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError) return {};
    throw error;
  }
}
