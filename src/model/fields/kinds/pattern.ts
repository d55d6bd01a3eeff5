import type { RE2JS } from 're2js';
import { re2Package } from '../../../lib/list/re2Package.ts';
import type { Detail } from '../../errors.ts';
import type { Field } from '../field.ts';
import { NO_PROBLEMS, problem } from '../problem.ts';

const MAX_PATTERN = 500;
/** In re2's instructions; the time for a text grows with its length times this. */
const MAX_PROGRAM = 2000;

/** Compiled patterns by field: fields are frozen, so an entry never goes stale and leaves with its schema. */
const compiled = new WeakMap<Field, RE2JS | null>();

/**
 * A field's `pattern`, written as a JavaScript regular expression, in an engine whose time is linear in the text
 * (so without lookaround and back references); null when it is none or too large.
 */
export function compilePattern(pattern: string): RE2JS | null {
  if (pattern.length > MAX_PATTERN) return null;
  try {
    const { RE2JS: re2 } = re2Package();
    const program = re2.compile(re2.translateRegExp(pattern));
    return program.programSize() <= MAX_PROGRAM ? program : null;
  } catch {
    return null;
  }
}

function patternOf(field: Field, pattern: string): RE2JS | null {
  const known = compiled.get(field);
  if (known !== undefined) return known;
  const program = compilePattern(pattern);
  compiled.set(field, program);
  return program;
}

/**
 * The pattern may match anywhere in the text, as in JSON Schema; `^` and `$` anchor it.
 * A pattern that does not compile is the schema's problem, not the value's.
 */
export function checkPattern(text: string, field: Field): readonly Detail[] {
  if (field.pattern === undefined) return NO_PROBLEMS;
  const program = patternOf(field, field.pattern);
  return program === null || program.test(text) ? NO_PROBLEMS : problem(`must match the pattern ${field.pattern}`);
}
