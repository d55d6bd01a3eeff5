import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { suggestName } from '../../model/schema/unknownNames.ts';

/** A mistake in a configuration, and where it is. */
export interface ConfigMistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with a value; paths begin at that value. Messages never show the value: it may be a secret. */
export type Shape = (value: unknown) => readonly ConfigMistake[];

const NOTHING: readonly ConfigMistake[] = [];

const mistake = (message: string, path: ConfigMistake['path'] = []): readonly ConfigMistake[] => [{ path, message }];

/** The mistakes of a part of a value, with paths that begin at the value. */
export const below = (step: string | number, details: readonly ConfigMistake[]): readonly ConfigMistake[] =>
  details.map(({ path, ...detail }) => ({ ...detail, path: [step, ...path] }));

/** A shape in words: completes "… must be …". */
export const valueShape =
  (expected: string, accepts: (value: unknown) => boolean): Shape =>
  (value) =>
    accepts(value) ? NOTHING : mistake(`must be ${expected}`);

export const textShape = (expected: string, pattern: RegExp): Shape =>
  valueShape(expected, (value) => typeof value === 'string' && pattern.test(value));

export const choiceShape = (values: readonly string[]): Shape => {
  const quoted = values.map((value) => JSON.stringify(value)).join(', ');
  return valueShape(quoted.replace(/, ([^,]*)$/, ' or $1'), (value) => values.includes(value as string));
};

/** Several shapes of the same value. */
export const allShapes =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.flatMap((shape) => shape(value));

export const listShape =
  (item: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? value.flatMap((one, index) => below(index, item(one))) : mistake('must be a list');

/** A list in which the key, or the keys together, of an item appear once. */
export const uniqueShape =
  (...keys: readonly string[]): Shape =>
  (value) => {
    const names = (Array.isArray(value) ? value : []).map((item) => nameOf(item, keys));
    return names.flatMap((name, index) =>
      name !== null && names.indexOf(name) < index
        ? mistake(`is the same as that of item ${names.indexOf(name)}`, [index, ...keys.slice(-1)])
        : NOTHING,
    );
  };

function nameOf(item: unknown, keys: readonly string[]): string | null {
  const parts = keys.map((key) => ownPart(item, key));
  return parts.every((part) => typeof part === 'string') ? JSON.stringify(parts) : null;
}

/** A property of a value itself, never one of its prototype. */
export const ownPart = (value: unknown, key: string): unknown =>
  isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** An object whose own keys are free: names and values have a shape each. */
export const recordShape =
  (name: Shape, item: Shape): Shape =>
  (value) =>
    isPlainObject(value)
      ? Object.keys(value).flatMap((key) => [...below(key, name(key)), ...below(key, item(value[key]))])
      : mistake('must be an object');

/** An object with these keys and no others. */
export function objectShape(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const known = Object.keys({ ...required, ...optional });
  return (value) => {
    if (!isPlainObject(value)) return mistake('must be an object');
    return [
      ...Object.entries(required).flatMap(([key, shape]) => below(key, shape(ownPart(value, key)))),
      ...Object.entries(optional).flatMap(([key, shape]) =>
        ownPart(value, key) === undefined ? NOTHING : below(key, shape(ownPart(value, key))),
      ),
      ...Object.keys(value)
        .filter((key) => !known.includes(key))
        .flatMap((key) => mistake(`is not known${suggestName(key, known)}`, [key])),
    ];
  };
}

const INDEX = /^\d+$/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A mistake as a line: `extensions[0].rules[2].check must be a function`. */
export function describeMistake({ path, message }: ConfigMistake): string {
  const steps = path.map((step, at) => {
    if (INDEX.test(String(step))) return `[${step}]`;
    if (!IDENTIFIER.test(String(step))) return `[${JSON.stringify(step)}]`;
    return at === 0 ? step : `.${step}`;
  });
  return path.length === 0 ? `The default export ${message}` : `${steps.join('')} ${message}`;
}
