import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { encodeFile } from '../../../src/store/codec/encodeFile.ts';
import type { JsonObject } from '../../../src/store/codec/json.ts';
import { anyObject } from './values.ts';

const written = (format: 'yaml' | 'json', value: JsonObject): string =>
  new TextDecoder().decode(encodeFile(format, value));

test.each(['yaml', 'json'] as const)('what is written as %s reads back as the same value', (format) => {
  fc.assert(
    fc.property(anyObject(), (value) => {
      expect(decodeFile(format, encodeFile(format, value)).value).toStrictEqual(value);
    }),
    { numRuns: 10_000 },
  );
});

test('a YAML 1.1 reader sees the same strings', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('a', 'b', 'yes', '1'),
        fc.oneof(fc.string(), fc.constantFrom('yes', 'on', '012', '12:30:45', '1_0', '0b1', '=', '<<')),
      ),
      (value) => {
        expect(parse(written('yaml', { ...value }), { version: '1.1' })).toEqual(value);
      },
    ),
    { numRuns: 2_000 },
  );
});
