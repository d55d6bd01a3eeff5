import { replaceAt } from '../lib/json/replaceAt.ts';
import { type Detail, invalid } from '../model/errors.ts';
import { anything, type ObjectSchema, type Schema } from '../model/schema/schema.ts';
import { createValidator } from '../model/schema/validator.ts';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** What is wrong with a body, gathered while it is read, so that all of it is told at once. */
export interface Problems {
  /** Notes a problem; what stands at `part` (the problem's own place unless given) is not judged further. */
  add(path: Path, message: string, part?: Path): void;
  take(details: readonly Detail[], prefix?: Path): void;
  /** Whether something at this place or around it is wrong already. */
  has(path: Path): boolean;
  /** @throws CmsError VALIDATION with what was noted and those of `more()` that concern other parts, if anything was noted */
  throwIfAny(more: () => readonly Detail[]): void;
}

export function createProblems(): Problems {
  const found: Detail[] = [];
  const parts: Path[] = [];
  const has = (path: Path): boolean => parts.some((part) => part.every((step, index) => step === path[index]));
  const add: Problems['add'] = (path, message, part = path) => {
    if (has(path)) return;
    found.push({ path, message });
    parts.push(part);
  };
  return {
    add,
    has,
    take(details, prefix = []) {
      for (const { path, message } of details) add([...prefix, ...path], message);
    },
    throwIfAny(more) {
      if (found.length > 0) throw invalid([...found, ...more().filter(({ path }) => !has(path))]);
    },
  };
}

/** Describes a body to callers and lets every object pass: its reader tells what is wrong with it. */
export const describedBy = (schema: ObjectSchema<unknown>): Schema<Json> => ({
  type: 'object',
  anyOf: [schema, anything()],
});

/** Makes the function that reads a body by `schema`: it notes what is wrong and gives the rest. */
export function createInputReader<T>(schema: ObjectSchema<T>): (body: Json, problems: Problems) => Partial<T> {
  const validate = createValidator(schema);
  return (body, problems) => {
    const checked = validate(body);
    if ('value' in checked) return checked.value;
    problems.take(checked.details);
    const known = Object.fromEntries(Object.entries(body).filter(([key]) => Object.hasOwn(schema.properties, key)));
    // Without what is wrong the rest is as the schema wants it, but for keys that are missing.
    return checked.details.reduce<unknown>((rest, { path }) => without(rest, path), known) as Partial<T>;
  };
}

/** A copy without what stands at `path`; without the whole list where that is an item of one. */
function without(value: unknown, path: Path): unknown {
  const holder = path.slice(0, -1).reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], value);
  return Array.isArray(holder) ? without(value, path.slice(0, -1)) : replaceAt(value, path, () => undefined);
}
