import { replaceAt } from '../lib/json/replaceAt.ts';
import { type Detail, invalid } from '../model/errors.ts';
import { toWording, type Wording } from '../model/reason.ts';
import { anything, type ObjectSchema, type Schema } from '../model/schema/schema.ts';
import { createValidator } from '../model/schema/validator.ts';

type Json = Readonly<Record<string, unknown>>;
type DetailPath = readonly string[];

/** The problems of a body, collected while it is read so that all of them are reported at once. */
export interface InputProblems {
  /** Adds a problem; the value at `part` (by default the problem's own path) is not judged further. */
  add(path: DetailPath, what: string | Wording, part?: DetailPath): void;
  take(details: readonly Detail[], prefix?: DetailPath): void;
  /** Whether this path, or one that contains it, already has a problem. */
  has(path: DetailPath): boolean;
  /** @throws CmsError VALIDATION if there are problems, together with those of `more()` that concern other parts */
  throwIfAny(more: () => readonly Detail[]): void;
}

/** The parts of a body that are not judged further, by their steps: a body may have tens of thousands. */
interface Parts {
  isWhole: boolean;
  readonly below: Map<string, Parts>;
}

const noParts = (): Parts => ({ isWhole: false, below: new Map() });

function addPart(parts: Parts, part: DetailPath): void {
  let at = parts;
  for (const step of part) {
    const next = at.below.get(step) ?? noParts();
    at.below.set(step, next);
    at = next;
  }
  at.isWhole = true;
}

function isInPart(parts: Parts, path: DetailPath): boolean {
  let at: Parts | undefined = parts;
  for (const step of path) {
    if (!at || at.isWhole) break;
    at = at.below.get(step);
  }
  return at?.isWhole ?? false;
}

export function createProblems(): InputProblems {
  const found: Detail[] = [];
  const parts = noParts();
  const has = (path: DetailPath): boolean => isInPart(parts, path);
  const add: InputProblems['add'] = (path, what, part = path) => {
    if (has(path)) return;
    found.push({ path, ...toWording(what) });
    addPart(parts, part);
  };
  return {
    add,
    has,
    take(details, prefix = []) {
      for (const { path, ...wording } of details) add([...prefix, ...path], wording);
    },
    throwIfAny(more) {
      if (found.length > 0) throw invalid([...found, ...more().filter(({ path }) => !has(path))]);
    },
  };
}

/** Describes a body to callers and accepts every object: the reader of the body finds its problems. */
export const describedBy = (schema: ObjectSchema<unknown>): Schema<Json> => ({
  type: 'object',
  anyOf: [schema, anything()],
});

/** Makes a function that reads a body by `schema`, notes its problems and returns the valid rest. */
export function createInputReader<T>(schema: ObjectSchema<T>): (body: Json, problems: InputProblems) => Partial<T> {
  const validate = createValidator(schema);
  return (body, problems) => {
    const checked = validate(body);
    if ('value' in checked) return checked.value;
    problems.take(checked.details);
    const known = Object.fromEntries(Object.entries(body).filter(([key]) => Object.hasOwn(schema.properties, key)));
    // Without the invalid values the rest fits the schema, except that keys may be missing.
    return checked.details.reduce<unknown>((rest, { path }) => withoutPath(rest, path), known) as Partial<T>;
  };
}

/** A copy without the value at `path`; without the whole list if that value is an item of one. */
function withoutPath(value: unknown, path: DetailPath): unknown {
  const holder = path.slice(0, -1).reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], value);
  return Array.isArray(holder) ? withoutPath(value, path.slice(0, -1)) : replaceAt(value, path, () => undefined);
}
