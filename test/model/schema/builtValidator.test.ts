import fc from 'fast-check';
import { expect, it } from 'vitest';
import { builtSchemas } from '../../../scripts/bundleValidators.ts';
import { findBuiltValidator } from '../../../src/model/schema/builtValidator.ts';
import { type CompiledSchema, compileSchema, schemaKey } from '../../../src/model/schema/compileSchema.ts';
import { object, type Schema, text } from '../../../src/model/schema/schema.ts';
import { runs } from '../../effort.ts';

const TEXTS = ['a', 'en', 'news/today', '2026-01-05T09:00:00.000Z', 'https://example.org/', 'a@example.org', '', ' '];

/** Values that a schema may or may not allow. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: likely(schema), weight: 20 }, { arbitrary: fc.jsonValue(), weight: 1 });
}

function likely(schema: Schema): fc.Arbitrary<unknown> {
  const { type, anyOf, enum: choices, items, properties = {}, required = [] } = schema as Record<string, never>;
  if (choices) return fc.constantFrom(...(choices as unknown[]));
  if (anyOf) return fc.oneof(...(anyOf as Schema[]).map(valuesOf));
  if (type === 'string') return fc.constantFrom(...TEXTS);
  if (type === 'integer') return fc.integer({ min: 0, max: 20 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(items ? valuesOf(items) : fc.jsonValue(), { maxLength: 2 });
  if (type === 'null') return fc.constant(null);
  const names = Object.entries<Schema>(properties).map(([name, value]) => [name, valuesOf(value)] as const);
  return fc.record({ ...Object.fromEntries(names), other: fc.string() }, { requiredKeys: required });
}

/** The validated value, and the errors. */
function resultOf(validate: CompiledSchema, value: unknown) {
  const copy = structuredClone(value);
  const isSound = validate(copy);
  return { isSound, copy, errors: isSound ? null : structuredClone(validate.errors) };
}

it('gives the same result for every value as a freshly compiled schema', () => {
  let sound = 0;
  for (const schema of builtSchemas()) {
    const key = schemaKey(schema, { defaults: true });
    const built = findBuiltValidator(key)!;
    const anew = compileSchema(key);
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const expected = resultOf(anew, value);
        if (expected.isSound) sound++;
        expect(resultOf(built, value)).toEqual(expected);
      }),
      { numRuns: runs(200, 40) },
    );
  }
  expect(sound).toBeGreaterThan(100);
});

it('exists only for schemas that the build has compiled', () => {
  const schema = object({}, { neverDeclared: text() });
  expect(findBuiltValidator(schemaKey(schema, { defaults: true }))).toBeUndefined();
  const [first] = builtSchemas();
  expect(findBuiltValidator(schemaKey(first!, { defaults: false }))).toBeUndefined();
});
