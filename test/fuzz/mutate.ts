import { isPlainObject } from '../../src/lib/json/isPlainObject.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile.ts';
import type { Random } from './random.ts';

type Members = Readonly<Record<string, unknown>>;

/** A JSON value with one change. */
export function mutateValue(value: unknown, random: Random): unknown {
  const isInside = random.chance(0.75);
  if (isInside && Array.isArray(value) && value.length > 0) return mutateList(value, random);
  if (isInside && isPlainObject(value) && Object.keys(value as Members).length > 0)
    return mutateObject(value as Members, random);
  return hostileValue(random);
}

const hostileValue = (random: Random): unknown =>
  random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : random.pick(HOSTILE_VALUES);

function mutateList(list: readonly unknown[], random: Random): unknown {
  const at = random.below(list.length);
  return random.pick([
    () => list.with(at, mutateValue(list[at], random)),
    () => list.toSpliced(at, 1),
    () => list.toSpliced(at, 0, list[at]),
    () => [...list, hostileValue(random)],
    () => list.toReversed(),
  ])();
}

function mutateObject(object: Members, random: Random): unknown {
  const key = random.pick(Object.keys(object));
  const { [key]: value, ...rest } = object;
  return random.pick([
    () => ({ ...object, [key]: mutateValue(value, random) }),
    () => ({ ...object, [key]: mutateValue(value, random) }),
    () => rest,
    () => ({ ...rest, [random.pick(HOSTILE_TEXTS)]: value }),
    () => ({ ...object, id: random.below(50), createdAt: 5, passwordHash: 'x', role: 'admin' }),
    // Sets an own key, not the prototype.
    () =>
      JSON.parse(
        `{${JSON.stringify(random.pick(['__proto__', 'constructor']))}:{"x":1},"a":${JSON.stringify(value ?? null)}}`,
      ),
  ])();
}

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  '\0',
  '\n',
  '\t',
  '#',
  '&',
  '*',
  '!',
  '|',
  '>',
  '-',
  '---',
  '...',
  '<<: *x',
  '\u2028',
  '\ufeff',
];

/** Bytes with a few places changed, cut or doubled. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated = Buffer.from(bytes);
  for (let left = 1 + random.below(4); left > 0; left -= 1) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(bytes: Buffer, random: Random): Buffer<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + random.below(200));
  const insert = (piece: Uint8Array | string): Buffer<ArrayBuffer> =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(piece as string), bytes.subarray(at)]);
  return random.pick([
    () => insert(random.pick(PIECES)),
    () => insert(random.pick(PIECES).repeat(random.below(300))),
    () => insert(random.pick(HOSTILE_TEXTS)),
    () => insert(bytes.subarray(at, to)),
    () => insert(Buffer.from([random.below(256)])),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
    () => Buffer.from(bytes.subarray(0, at)),
  ])();
}
