import { BUILT_IN_CODE } from '../../fields/kinds.ts';
import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { onceEach } from '../../lib/list/onceEach.ts';
import type { CodeResult } from '../../model/fields/kind.ts';
import { recordKey } from '../../model/location.ts';
import type { DerivedFields, IdentifiedPage } from '../../model/page/derivedValues.ts';
import type { ExtensionDefinition } from '../extension.ts';
import type { ExtensionRecord } from '../record.ts';
import type { DeriveDefinition } from '../rule.ts';
import type { Guard } from './guard.ts';
import { readJson } from './readResult.ts';

/** A derived value of an extension. */
interface NamedDerive {
  readonly extension: string;
  readonly definition: DeriveDefinition;
}

type Derives = ReadonlyMap<string, NamedDerive>;

/** Makes what derives values of pages from their others. */
export function createDerived(extensions: readonly ExtensionDefinition[], guard: Guard): DerivedFields {
  const all = extensions.flatMap(({ name: extension, derives = [] }) =>
    derives.map((definition) => ({ extension, definition })),
  );
  if (all.length === 0) return BUILT_IN_CODE.derived;
  const of = onceEach((type: string) => {
    const derives: Derives = new Map(
      all.filter(({ definition }) => definition.types.includes(type)).map((one) => [one.definition.field, one]),
    );
    if (derives.size === 0) return null;
    return {
      names: new Set(derives.keys()),
      derive: (page: IdentifiedPage) => deriveAll(page, derives, guard),
    };
  });
  return { of, isEmpty: false };
}

function deriveAll(page: IdentifiedPage, derives: Derives, guard: Guard): ReadonlyMap<string, CodeResult<unknown>> {
  const read = createReader(page, derives, (name, record) => {
    const { extension, definition } = derives.get(name)!;
    return guard.run({ extension, part: `derive ${name}` }, () => definition.from(record()), readDerived);
  });
  return new Map([...derives.keys()].map((name) => [name, read(name)]));
}

const readDerived = (result: unknown): unknown => (result === undefined ? undefined : readJson(result));

type DeriveOne = (name: string, record: () => ExtensionRecord) => CodeResult<unknown>;

/**
 * Reads each derived value once. A function may read the derived values of others, which are then derived first, but not
 * its own, neither at once nor by way of others.
 */
function createReader({ id, data }: IdentifiedPage, derives: Derives, deriveOne: DeriveOne) {
  const known = new Map<string, CodeResult<unknown>>();
  const running = new Set<string>();
  const { type, title, locale, slug, status } = data;
  const own = { kind: 'page' as const, id, key: recordKey('page', data), type, title, locale, slug, status };
  const given = Object.entries(data.fields).filter(([name]) => !derives.has(name));

  function recordFor(name: string): ExtensionRecord {
    const fields = Object.fromEntries(given.map(([key, value]) => [key, deepFreeze(value)]));
    for (const other of derives.keys())
      Object.defineProperty(fields, other, { enumerable: other !== name, get: () => valueFor(other) });
    return Object.freeze({ ...own, fields: Object.freeze(fields) });
  }

  function valueFor(name: string): unknown {
    const result = read(name);
    if ('failure' in result) throw new Error(`reads "${name}", which ${result.failure}`);
    return result.value;
  }

  function read(name: string): CodeResult<unknown> {
    const before = known.get(name);
    if (before) return before;
    if (running.has(name)) throw new Error(`reads "${name}", which is derived from what it derives`);
    running.add(name);
    const result = deriveOne(name, () => recordFor(name));
    running.delete(name);
    known.set(name, result);
    return result;
  }
  return read;
}
