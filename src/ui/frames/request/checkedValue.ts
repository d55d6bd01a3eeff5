import { isValueObject } from '../../form/values.ts';
import { FrameRefusal } from './FrameRefusal.ts';

/** How deep values may be nested, how many parts they may have, and how many characters. The server takes a little more. */
const MOST = { depth: 32, parts: 20_000, characters: 500_000 };
/** Names that would reach what objects inherit. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A copy of a value, and the number of its characters. */
interface MeasuredValue {
  readonly value: unknown;
  readonly size: number;
}

/**
 * A copy of a value that a frame has sent. Messages between windows may hold more than JSON: dates, maps, circles, keys
 * that mean something to objects.
 *
 * @throws FrameRefusal if it is not JSON, or too large
 */
export function checkedValue(value: unknown): MeasuredValue {
  let parts = 0;
  let size = 0;
  const count = (characters: number): void => {
    parts += 1;
    size += characters;
    if (parts > MOST.parts || size > MOST.characters) throw new FrameRefusal('size');
  };
  function copy(part: unknown, depth: number): unknown {
    count(typeof part === 'string' ? part.length : 1);
    if (depth > MOST.depth) throw new FrameRefusal('size');
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return part;
    if (typeof part === 'number' && Number.isFinite(part)) return part;
    if (Array.isArray(part)) return Array.from(part, (item) => copy(item, depth + 1));
    if (!isPlainObject(part)) throw new FrameRefusal('kind');
    return Object.fromEntries(Object.entries(part).flatMap(([key, inner]) => copyEntry(key, inner, depth + 1)));
  }
  function copyEntry(key: string, inner: unknown, depth: number): readonly (readonly [string, unknown])[] {
    if (FORBIDDEN_KEYS.has(key)) throw new FrameRefusal('kind');
    count(key.length);
    return inner === undefined ? [] : [[key, copy(inner, depth)]];
  }
  return { value: value === undefined ? undefined : copy(value, 0), size };
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isValueObject(value) && Object.getPrototypeOf(value) === Object.prototype;
