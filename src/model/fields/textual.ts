import { checkLength, MAX_LINE } from './bounds.ts';
import type { FieldType } from './field.ts';
import type { FieldKind } from './kind.ts';
import { checkPattern } from './pattern.ts';
import { problem } from './problem.ts';

/** A kind whose values are any text of at most `limit` characters. */
export const textKind = (type: FieldType, limit: number): FieldKind => ({
  type,
  check(value, field) {
    if (typeof value !== 'string') return problem('must be a text');
    const details = checkLength(value, field, limit);
    // A text that is too long is not worth the time of the pattern.
    return details.length > 0 ? details : checkPattern(value, field);
  },
  fit: (value) => (typeof value === 'string' ? value : undefined),
});

interface TextFormat {
  /** Completes "must be …". */
  readonly expected: string;
  /** Is given at most 10,000 characters; must take time linear in them. */
  test(text: string): boolean;
}

/** A kind whose values are texts of one form. */
export function formatKind(type: FieldType, { expected, test }: TextFormat): FieldKind {
  const plain = textKind(type, MAX_LINE);
  return {
    type,
    check(value, field, scope) {
      if (typeof value !== 'string') return problem(`must be ${expected}`);
      if (value.length <= MAX_LINE && !test(value)) return problem(`must be ${expected}`);
      return plain.check(value, field, scope);
    },
    fit: (value) => (typeof value === 'string' && value.length <= MAX_LINE && test(value) ? value : undefined),
  };
}
