import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameJson } from '../../../src/lib/json/sameJson.ts';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import type { JsonObject, JsonValue } from '../../../src/store/codec/json/json.ts';
import { runs } from '../../effort.ts';
import { editInPlace } from './inPlace.ts';
import { changeAt, isCollection, pathsOf } from './tree.ts';
import { anyObject, scalar } from './values.ts';

const RUNS = { numRuns: runs(500, 50) };

const layouts = fc.constantFrom('', '  ', '    ', '\t');
const read = (text: string): JsonObject => decodeFile('json', new TextEncoder().encode(text)).value;

/** -0 is written as 0: the sign would be lost. */
const print = (value: JsonValue, indent: string): string =>
  JSON.stringify(value, (_, part: JsonValue) => (Object.is(part, -0) ? 0 : part), indent);

/** Short collections on one line, as some formatters print them. */
const compacted = (text: string): string => text.replace(/([[{])\n\s+([^[\]{}\n]{0,30})\n\s+([\]}])/g, '$1 $2 $3');

test('one changed scalar changes its own line only', () => {
  fc.assert(
    fc.property(anyObject(), scalar(), fc.nat(), layouts, (value, next, seed, indent) => {
      const text = `${compacted(print(value, indent))}\n`;
      const present = read(text);
      const paths = pathsOf(present, (part) => !isCollection(part));
      fc.pre(paths.length > 0);
      const target = changeAt(present, paths[seed % paths.length]!, () => next) as JsonObject;
      fc.pre(!sameJson(present, target));
      const edited = editInPlace('json', text, target);
      expect(read(edited)).toStrictEqual(target);
      const lines = text.split('\n');
      const changed = edited.split('\n').filter((line, i) => line !== lines[i]);
      expect([edited.split('\n').length, changed.length]).toEqual([lines.length, 1]);
    }),
    RUNS,
  );
});

test('any text can be changed to hold any other value, and back', () => {
  fc.assert(
    fc.property(anyObject(), anyObject(), layouts, (value, target, indent) => {
      const text = compacted(print(value, indent));
      const present = read(text);
      fc.pre(!sameJson(present, target));
      const edited = editInPlace('json', text, target);
      expect(read(edited), `${text}\n---- became ----\n${edited}`).toStrictEqual(target);
      expect(read(editInPlace('json', edited, present))).toStrictEqual(present);
    }),
    RUNS,
  );
});
