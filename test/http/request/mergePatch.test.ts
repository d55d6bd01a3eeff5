import { expect, test } from 'vitest';
import { mergePatch } from '../../../src/http/request/patch.ts';

/** RFC 7396, appendix A: original, patch, result. */
const EXAMPLES: readonly (readonly [string, string, string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

test.each(EXAMPLES)('%s with %s is %s', (target, patch, result) => {
  expect(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(result);
});

test('does not change its arguments', () => {
  const target = Object.freeze({ a: Object.freeze({ b: 1 }) });
  expect(mergePatch(target, Object.freeze({ a: { c: 2 } }))).toEqual({ a: { b: 1, c: 2 } });
  expect(target).toEqual({ a: { b: 1 } });
});

test('does not reach a prototype', () => {
  const merged = mergePatch({ a: {} }, JSON.parse('{"__proto__":{"x":1},"a":{"constructor":{"prototype":{"x":1}}}}'));
  expect(Object.keys(merged as object)).toEqual(['a', '__proto__']);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  expect(mergePatch({}, { toString: { a: 1 } })).toEqual({ toString: { a: 1 } });
});
