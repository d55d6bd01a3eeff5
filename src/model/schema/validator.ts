import type { ErrorObject } from 'ajv';

import { memoizeByText } from '../../lib/list/createLruCache.ts';
import type { Detail } from '../errors.ts';
import { findBuiltValidator } from './builtValidator.ts';
import { type CompiledSchema, compileSchema, schemaKey } from './compileSchema.ts';
import type { Schema } from './schema.ts';
import { describeError } from './validatorMessage.ts';

export type ValidationResult<T> = { readonly value: T } | { readonly details: readonly Detail[] };
export type Validator<T> = (value: unknown) => ValidationResult<T>;

/** The most errors that are described: all errors are collected, and a list that is too long still has every item checked. */
const MAX_ERRORS = 1_000;

/**
 * Makes a function that checks values against `schema`. It returns all problems at once, each with its path, or a copy of
 * the value without properties that the schema does not know; its input is not changed. `defaults` fills in absent values:
 * never use it for updates, which it would reset. The schema is compiled on first use. In an `anyOf` of several objects
 * the first branch already drops what only the second knows.
 */
export function createValidator<T>(schema: Schema<T>, options: { readonly defaults?: boolean } = {}): Validator<T> {
  let compiled: CompiledSchema | undefined;
  return (value) => {
    compiled ??= compileOnce(schemaKey(schema, options));
    const copy = copyJson(value);
    // ajv has just checked that the copy is what the schema, and with it T, describes.
    if (compiled(copy)) return { value: copy as T };
    return { details: toDetails(compiled.errors ?? []) };
  };
}

/** By the JSON of the schema: the same schema is declared in many places, and read again with its file. */
const compileOnce = memoizeByText((key) => findBuiltValidator(key) ?? compileSchema(key), 1_000);

function toDetails(all: readonly ErrorObject[]): Detail[] {
  const errors = all.slice(0, MAX_ERRORS);
  const choices = errors.filter(({ keyword }) => WHOLES.includes(keyword));
  // A failed choice or an unknown name is reported itself, not the reasons why each of its branches failed.
  const isBranch = ({ schemaPath }: ErrorObject) =>
    choices.some((choice) => schemaPath.startsWith(`${choice.schemaPath}/`));
  const details = errors.filter((error) => !isBranch(error)).map(describeError);
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()];
}

const WHOLES: readonly string[] = ['anyOf', 'oneOf', 'propertyNames'];

/** A deep copy of a JSON value, several times faster than structuredClone. Leaves out the key `__proto__`. */
function copyJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key !== '__proto__') copy[key] = copyJson((value as Record<string, unknown>)[key]);
  }
  return copy;
}
