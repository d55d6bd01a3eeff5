import { join } from 'node:path';
import { readIfThere } from '../../lib/readIfThere.ts';

/** The commits at which a shallow clone's history ends, sorted (gitrepository-layout, "shallow"). */
export const readShallow = (commonDir: string): readonly string[] =>
  (readIfThere(join(commonDir, 'shallow'))?.toString() ?? '').split('\n').filter(Boolean).sort();
