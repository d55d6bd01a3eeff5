import { invalidAt } from '../../model/errors.ts';
import { writeInTurns } from './writeInTurns.ts';

/** The most that is written in one go: each value counts one, and a text one more for every `CHARACTERS`. */
export const LIGHT = 10_000;
const CHARACTERS = 100;
/** The most that a public request may ask for at once. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * A value as JSON. Long values are written in slices, so that others are served meanwhile; the value must not change
 * until then. Throws VALIDATION for a bounded one that is too long.
 */
export const writeJson = (value: unknown, limits: WriteLimits): Buffer | Promise<Buffer> =>
  isLight(value) ? Buffer.from(JSON.stringify(value)) : writeLongJson(value, limits);

export interface WriteLimits {
  readonly isBounded: boolean;
}

export const writeLongJson = (value: unknown, { isBounded }: WriteLimits): Promise<Buffer> =>
  writeInTurns(valuePieces(value), isBounded ? requireAnswerSize : undefined);

function requireAnswerSize(bytes: number): void {
  if (bytes > MAX_BYTES)
    throw invalidAt([], `The answer would be longer than ${MAX_BYTES} bytes: ask for less at once`);
}

/** The texts that make up a value's JSON; none takes long to make. */
function* valuePieces(value: unknown): Generator<string, void> {
  const plain = hasOwnJson(value) ? value.toJSON() : value;
  if (typeof plain !== 'object' || plain === null || isLight(plain)) yield JSON.stringify(plain) ?? 'null';
  else if (Array.isArray(plain)) yield* listPieces(plain);
  else yield* objectPieces(plain);
}

function* listPieces(list: readonly unknown[]): Generator<string, void> {
  yield '[';
  for (const [index, item] of list.entries()) {
    if (index > 0) yield ',';
    yield* valuePieces(item);
  }
  yield ']';
}

function* objectPieces(object: object): Generator<string, void> {
  let before = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined || typeof value === 'function') continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* valuePieces(value);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

const hasOwnJson = (value: unknown): value is { toJSON(): unknown } =>
  typeof (value as { toJSON?: unknown } | null)?.toJSON === 'function';

export const isLight = (value: unknown): boolean => roomAfter(value, LIGHT) >= 0;

/** The room that is left after a value; negative if there is not enough. */
export function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - 1 - Math.floor(value.length / CHARACTERS);
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  if (Array.isArray(value)) for (let at = 0; at < value.length && left >= 0; at += 1) left = roomAfter(value[at], left);
  else for (const name in value) if (left >= 0) left = roomAfter((value as Record<string, unknown>)[name], left);
  return left;
}
