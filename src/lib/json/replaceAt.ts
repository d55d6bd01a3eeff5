import { isPlainObject } from './isPlainObject.ts';

type JsonPath = readonly (string | number)[];

/** A copy of a JSON value with the value at `path` passed through `change`; undefined removes the key. */
export function replaceAt(value: unknown, [step, ...rest]: JsonPath, change: (present: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(step) ? replaceAt(item, rest, change) : item));
  if (!isPlainObject(value)) return value;
  const { [step]: present, ...others } = value;
  const next = replaceAt(present, rest, change);
  return next === undefined ? others : { ...value, [step]: next };
}
