import type { RE2JS } from 're2js';
import { re2Package } from '../../../lib/list/re2Package.ts';
import type { Detail } from '../../errors.ts';
import { because } from '../../reason.ts';
import type { Field } from '../field.ts';
import { NO_PROBLEMS, problem } from '../problem.ts';

const MAX_PATTERN = 500;
/** In re2 instructions: the time to match a text grows with its length times this number. */
const MAX_PROGRAM = 2000;

/** Compiled patterns by field; null for one that does not compile. Fields are frozen, so an entry never becomes stale. */
const compiled = new WeakMap<Field, RE2JS | null>();

/**
 * Compiles a field's `pattern`, a JavaScript regular expression, with an engine that takes linear time (and therefore has
 * no lookaround or backreferences); null if it is invalid or too large.
 */
export function compileFieldPattern(pattern: string): RE2JS | null {
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
  const program = compileFieldPattern(pattern);
  compiled.set(field, program);
  return program;
}

/**
 * Checks text against the field's pattern, which may match anywhere, as in JSON Schema; `^` and `$` anchor it.
 * A pattern that does not compile is a problem of the schema, not of the value.
 */
export function checkPattern(text: string, field: Field): readonly Detail[] {
  if (field.pattern === undefined) return NO_PROBLEMS;
  const program = patternOf(field, field.pattern);
  return program === null || program.test(text)
    ? NO_PROBLEMS
    : problem(
        field.patternHelp ?? because('pattern', `must match the pattern ${field.pattern}`, { pattern: field.pattern }),
      );
}
