import { anything, choice, namedSchema, object, record } from '../../model/schema/schema.ts';
import { VALUE_CHANGE } from './change.ts';
import {
  arrayOf,
  contentKind,
  idShape,
  integerShape,
  orNull,
  problemReason,
  rawObject,
  stringShape,
} from './values.ts';

const counts = { occupied: integerShape, unfit: integerShape, lost: integerShape, leftOver: integerShape };
const path = arrayOf({ type: ['string', 'integer'] as const });

/** What a migration does to one record. */
const MIGRATED_RECORD = namedSchema(
  'MigrationRecord',
  object({
    ...{ kind: contentKind, key: stringShape, id: idShape, title: stringShape },
    change: choice('created', 'updated', 'deleted'),
    /** What it cannot do with a value, or what of it is lost. */
    notes: arrayOf(object({ reason: choice('occupied', 'unfit', 'lost', 'leftOver'), path, value: anything() })),
    /** Why the record would be refused. */
    problems: arrayOf(
      object({ path: arrayOf(stringShape), message: stringShape }, { reason: problemReason, params: rawObject }),
    ),
    values: arrayOf(VALUE_CHANGE),
  }),
);

/** What a migration does, or would do. */
export const MIGRATION = namedSchema(
  'Migration',
  object({
    /** The commit that it has made; null for a dry run, and where there was nothing to change. */
    commit: orNull(stringShape),
    /** How many records of each kind change. */
    counts: record(integerShape),
    /** How many records have a note of each kind. */
    notes: object(counts),
    /** How many records would be refused. */
    refused: integerShape,
    /** The open changes that edit some of these records: they are migrated when they are published or updated. */
    openChanges: arrayOf(object({ name: stringShape, title: stringShape, records: integerShape })),
    /** Those that were asked for, the ones with problems or notes first. */
    records: arrayOf(MIGRATED_RECORD),
  }),
);

/** Values under a name that their type does not know. */
export const LEFT_OVER = namedSchema(
  'LeftOverValues',
  object({
    type: object({ kind: choice('contentType', 'blockType'), slug: stringShape, name: stringShape }),
    field: stringShape,
    records: integerShape,
    /** Some of the records. */
    first: arrayOf(object({ kind: contentKind, id: idShape, title: stringShape, value: anything() })),
    /** The kind of field that the values fit best. */
    looksLike: stringShape,
  }),
);
