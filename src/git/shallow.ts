import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../lib/hasErrorCode.ts';

/** The commits at which a shallow clone's history ends, sorted (gitrepository-layout, "shallow"). */
export function readShallow(commonDir: string): readonly string[] {
  try {
    return readFileSync(join(commonDir, 'shallow'), 'utf8').split('\n').filter(Boolean).sort();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}
