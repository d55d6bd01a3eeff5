import { because } from '../../reason.ts';
import type { FieldType } from '../field.ts';
import type { FieldKind } from '../kind.ts';
import { problem } from '../problem.ts';
import { boundsOf, checkLength, isBounded, MAX_LINE } from './bounds.ts';
import { checkPattern } from './pattern.ts';
import { byText } from './sortings.ts';
import { writeStringType } from './typeTexts.ts';

/** A kind for any text of at most `limit` characters. */
export const textKind = (type: FieldType, limit: number): FieldKind => ({
  type,
  check(value, field, scope) {
    if (typeof value !== 'string') return problem(because('text', 'must be text', {}));
    const details = checkLength(value, { ...boundsOf(field), limit }, scope);
    // Text that is too long is not matched: that would take too much time.
    return details.length > 0 || !isBounded(scope) ? details : checkPattern(value, field);
  },
  fit: (value) => (typeof value === 'string' ? value : undefined),
  writeType: writeStringType,
  sorting: byText,
});

/** What a text of a format must be. */
interface TextFormat {
  readonly reason: 'slug' | 'email' | 'url' | 'colour' | 'day' | 'moment';
  /** Completes "must be …". */
  readonly expected: string;
  /** Gets at most 10,000 characters, and must take linear time. */
  test(text: string): boolean;
}

/** A kind for text of a certain format. */
export function formatKind(type: FieldType, { reason, expected, test }: TextFormat): FieldKind {
  const wrong = because(reason, `must be ${expected}`, {});
  const plain = textKind(type, MAX_LINE);
  return {
    ...plain,
    check(value, field, scope) {
      if (typeof value !== 'string') return problem(wrong);
      if (isBounded(scope) && value.length <= MAX_LINE && !test(value)) return problem(wrong);
      return plain.check(value, field, scope);
    },
    fit: (value) => (typeof value === 'string' && value.length <= MAX_LINE && test(value) ? value : undefined),
  };
}

/** What readers see and search. */
export const readableText = {
  toText: (value: unknown) => (typeof value === 'string' ? value : ''),
  isPlainText: true,
} as const satisfies Partial<FieldKind>;
