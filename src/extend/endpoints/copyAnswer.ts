/** The most bytes of an answer's JSON. Signs that JSON escapes count as they are. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
const MAX_DEPTH = 64;

/** Why a value cannot be answered. */
export class UnfitAnswer extends Error {}

/**
 * A copy of what code of an extension returns, as JSON holds it: nothing that happens to the value later changes the
 * answer. Dates become texts, properties that are undefined are left out.
 *
 * @throws UnfitAnswer if it is not JSON, or too large
 */
export function copyAnswer(value: unknown, maxBytes = MAX_ANSWER_BYTES): unknown {
  const state: CopyState = { bytesLeft: maxBytes, path: [] };
  return copyValue(value, state);
}

interface CopyState {
  bytesLeft: number;
  readonly path: (string | number)[];
}

function copyValue(given: unknown, state: CopyState): unknown {
  const value = hasToJson(given) ? given.toJSON() : given;
  if (value === null || typeof value === 'boolean') return spend(5, value, state);
  if (typeof value === 'string') return spend(Buffer.byteLength(value) + 3, value, state);
  if (typeof value === 'number' && Number.isFinite(value)) return spend(String(value).length + 1, value, state);
  if (state.path.length >= MAX_DEPTH)
    throw unfit(`is nested deeper than ${MAX_DEPTH} levels, or contains itself`, state);
  if (Array.isArray(value)) return spend(2, copyItems(value, state), state);
  if (isPlain(value)) return spend(2, copyProperties(value, state), state);
  throw unfit(`is ${describe(value)}, which is not JSON`, state);
}

const copyItems = (list: readonly unknown[], state: CopyState): readonly unknown[] =>
  Array.from(list, (item, at) => copyInside(item, at, state));

function copyProperties(object: object, state: CopyState): object {
  const copies: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    spend(Buffer.byteLength(name) + 3, undefined, state);
    copies.push([name, copyInside(value, name, state)]);
  }
  return Object.fromEntries(copies);
}

function copyInside(value: unknown, step: string | number, state: CopyState): unknown {
  state.path.push(step);
  const copy = copyValue(value, state);
  state.path.pop();
  return copy;
}

function spend<T>(bytes: number, value: T, state: CopyState): T {
  state.bytesLeft -= bytes;
  if (state.bytesLeft < 0) throw new UnfitAnswer(`The answer is longer than ${MAX_ANSWER_BYTES} bytes`);
  return value;
}

const unfit = (what: string, { path }: CopyState): UnfitAnswer =>
  new UnfitAnswer(path.length === 0 ? `The answer ${what}` : `The answer's value at ${path.join('.')} ${what}`);

const hasToJson = (value: unknown): value is { toJSON(): unknown } =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON === 'function';

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Code that was loaded apart has an `Object` of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const describe = (value: unknown): string =>
  typeof value === 'object' ? `a ${value?.constructor?.name ?? 'object'}` : String(typeof value);
