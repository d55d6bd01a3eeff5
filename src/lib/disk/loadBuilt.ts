import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packageFile } from './packageFile.ts';

const require = createRequire(import.meta.url);

/** The exports of a CommonJS file that the build may have put at a path of Quire's package; undefined if it has not. */
export function loadBuilt(path: string): unknown {
  const file = packageFile(path);
  return existsSync(file) ? require(file) : undefined;
}
