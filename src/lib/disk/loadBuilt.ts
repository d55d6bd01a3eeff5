import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packageFile } from './packageFile.ts';

const require = createRequire(import.meta.url);

/** What a CommonJS file gives that the build may have made at a path of Quire's package; undefined where it has not. */
export function loadBuilt(path: string): unknown {
  const file = packageFile(path);
  return existsSync(file) ? require(file) : undefined;
}
