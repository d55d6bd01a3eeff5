import { checkTree, type TreeLimits } from '../../lib/json/checkTree.ts';
import { FileError } from './fileError.ts';
import type { JsonValue } from './json/json.ts';

/** The largest content file, in bytes (SECURITY 7). */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** How deep and how large a content file's value may be (SECURITY 7). */
export const FILE_LIMITS: TreeLimits = { maxDepth: 64, maxNodes: 50_000 };

/** Throws FileError for a value that no file may hold. */
export function checkValue(value: JsonValue): void {
  const breach = checkTree(value, FILE_LIMITS);
  if (!breach) return;
  const where = breach.path.length > 0 ? ` (at ${breach.path.join('.')})` : '';
  throw new FileError(breach.kind === 'limit' ? 'LIMIT' : 'SCHEMA', `${breach.message}${where}`);
}
