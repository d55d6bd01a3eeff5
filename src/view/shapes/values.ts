import { CONTENT_KINDS, KINDS } from '../../model/entities/index.ts';
import { type ProblemReason, REASONS } from '../../model/reason.ts';
import {
  choice,
  namedSchema,
  nullable,
  type ObjectSchema,
  object,
  record,
  type Schema,
} from '../../model/schema/schema.ts';

// Values are bounded when they are written, so these shapes only give their types.
export const stringShape: Schema<string> = { type: 'string' };
export const numberShape: Schema<number> = { type: 'number' };
export const integerShape: Schema<number> = { type: 'integer' };
export const booleanShape: Schema<boolean> = { type: 'boolean' };
export const idShape: Schema<number> = { type: 'integer', minimum: 1 };
export const timeShape: Schema<string> = { type: 'string', format: 'date-time' };
export const recordKind = namedSchema('RecordKind', choice(...KINDS));
/** The kinds that live in the content. */
export const contentKind = namedSchema('ContentKind', choice(...CONTENT_KINDS));
export const problemReason = namedSchema<ProblemReason>('ProblemReason', {
  ...choice(...(Object.keys(REASONS) as ProblemReason[])),
  /** The facts of each. */
  'x-params': REASONS,
});
export const rawObject: Schema<object> = { type: 'object' };
export const orNull = <T>(schema: Schema<T>): Schema<T | null> => nullable(schema);
export const arrayOf = <T>(items: Schema<T>): Schema<readonly T[]> => ({ type: 'array', items });

/** The language of an answer, and the one that was asked for: where others may stand in for it. */
export const ANSWERED_IN = { locale: stringShape, requestedLocale: stringShape };

/** Words in other languages, by locale, where a record has any. */
export const translated = (words: ObjectSchema['properties']) => ({ translations: record(object({}, words)) });
