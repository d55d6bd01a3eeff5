import { checkTree } from '../../lib/json/checkTree.ts';
import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import { isMapping } from '../../model/fields/values.ts';
import type { ExtensionProblem } from '../problem.ts';

const RESULT_LIMITS = { maxDepth: 64, maxNodes: 20_000 };
const MAX_CHARACTERS = 1024 * 1024;
/** The most problems that one call may find. */
const MAX_FOUND = 100;
const MAX_MESSAGE = 500;
const MAX_SUMMARY = 200;

/**
 * A frozen copy of what a function has returned, which the extension cannot change any more.
 *
 * @throws Error if it is not JSON, or too large
 */
export function readJson(result: unknown): unknown {
  refusePromise(result);
  // Throws for values in a circle, and for ones that are too deep.
  const text = JSON.stringify(result) as string | undefined;
  if (text === undefined) throw new Error('has returned what is not JSON');
  if (text.length > MAX_CHARACTERS) throw new Error(`has returned more than ${MAX_CHARACTERS} characters`);
  const value: unknown = JSON.parse(text);
  const breach = checkTree(value, RESULT_LIMITS);
  if (breach) throw new Error(`has returned what cannot be used: ${breach.message}`);
  return deepFreeze(value);
}

function refusePromise(result: unknown): void {
  if (isMapping(result) && typeof result['then'] === 'function') throw new Error('has returned a promise');
}

/** @throws Error if it is not a list of problems */
export function readProblems(result: unknown): readonly ExtensionProblem[] {
  if (Array.isArray(result) && result.length === 0) return NOTHING_FOUND;
  const read = readJson(result);
  if (!Array.isArray(read) || !read.every(isProblem)) throw new Error('has not returned a list of problems');
  return read.slice(0, MAX_FOUND).map(({ path, message, ...rest }) => ({
    ...{ path, message: cleanLine(message).slice(0, MAX_MESSAGE) },
    ...(rest.severity && { severity: rest.severity }),
  }));
}

const NOTHING_FOUND: readonly ExtensionProblem[] = Object.freeze([]);

const isProblem = (value: unknown): value is ExtensionProblem =>
  isMapping(value) &&
  Array.isArray(value['path']) &&
  value['path'].every((step) => typeof step === 'string' || typeof step === 'number') &&
  typeof value['message'] === 'string' &&
  [undefined, 'error', 'warning'].includes(value['severity'] as string | undefined);

/** @throws Error if it is not text */
export function readSummary(result: unknown): string {
  if (typeof result !== 'string') throw new Error('has not returned text');
  return cleanLine(result).slice(0, MAX_SUMMARY);
}
