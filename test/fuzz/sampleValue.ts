import type { Random } from './random.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Sampling {
  readonly random: Random;
  /** The schemas that others refer to, by name. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** Values of the site by their keys. */
  readonly known: ReadonlyMap<string, readonly unknown[]>;
}

const MAX_DEPTH = 6;

/** Draws a value that fits a JSON Schema, mostly one that the site has under the same key. */
export function sampleValue(schema: Json, sampling: Sampling, key = '', depth = 0): unknown {
  const { random, schemas, known } = sampling;
  if (typeof schema['$ref'] === 'string')
    return sampleValue(schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}, sampling, key, depth);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum']);
  const branches = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined;
  if (branches) return sampleValue(random.pick(branches), sampling, key, depth);
  const seen = known.get(key) ?? [];
  if (seen.length > 0 && random.chance(0.6)) return random.pick(seen);
  const type = Array.isArray(schema['type']) ? random.pick(schema['type']) : schema['type'];
  const make = MAKERS[String(type)] ?? MAKERS['any']!;
  return make(schema, sampling, key, depth);
}

type Make = (schema: Json, sampling: Sampling, key: string, depth: number) => unknown;

const MAKERS: Readonly<Record<string, Make>> = {
  null: () => null,
  boolean: (_, { random }) => random.chance(0.5),
  integer: (schema, { random }) => Number(schema['minimum'] ?? 0) + random.below(60),
  number: (_, { random }) => random.below(1000) / 8,
  string: sampleText,
  array: sampleList,
  object: sampleObject,
  any: (_, { random, known }) => random.pick(known.get(random.pick([...known.keys()])) ?? [1]),
};

const WORDS = [
  'harbour',
  'The harbour at dawn',
  'gulls-and-boats',
  'article',
  'en',
  'es',
  'Ünïcode & Títle!',
  '港',
  'a/b',
  '3',
];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-05T09:00:00.000Z', '2030-06-01', '2020-02-29T23:59:60Z'],
  email: ['ada@example.invalid', 'BEN@example.invalid'],
  binary: ['bytes'],
};

function sampleText(schema: Json, { random }: Sampling): string {
  const text = random.pick(FORMATS[String(schema['format'])] ?? WORDS);
  return text.padEnd(Number(schema['minLength'] ?? 0), 'x').slice(0, Number(schema['maxLength'] ?? 1000));
}

function sampleList(schema: Json, sampling: Sampling, key: string, depth: number): unknown {
  if (depth >= MAX_DEPTH) return [];
  const items = (schema['items'] ?? {}) as Json;
  const made = sampling.random.times(3, () => sampleValue(items, sampling, key.replace(/s$/, ''), depth + 1));
  const least = Number(schema['minItems'] ?? 0);
  while (made.length < least) made.push(sampleValue(items, sampling, key.replace(/s$/, ''), depth + 1));
  return schema['uniqueItems'] ? [...new Set(made)] : made;
}

function sampleObject(schema: Json, sampling: Sampling, _: string, depth: number): unknown {
  const { random } = sampling;
  const required = (schema['required'] ?? []) as readonly string[];
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>).filter(
    ([name]) => required.includes(name) || (depth < MAX_DEPTH && random.chance(0.35)),
  );
  const values = (schema['additionalProperties'] ?? {}) as Json;
  const others = depth < MAX_DEPTH && 'additionalProperties' in schema ? random.times(2, () => random.pick(WORDS)) : [];
  return Object.fromEntries([
    ...properties.map(([name, one]) => [name, sampleValue(one, sampling, name, depth + 1)]),
    ...others.map((name) => [name, sampleValue(values, sampling, name, depth + 1)]),
  ]);
}
