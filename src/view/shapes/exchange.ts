import { EXCHANGE_LISTS, EXCHANGE_VERSION } from '../../model/exchange.ts';
import { choice, named, object } from '../../model/schema/schema.ts';
import { id, integer, listOf, orNull, rawObject, string, time } from './values.ts';

const lists = Object.fromEntries([...EXCHANGE_LISTS.keys()].map((name) => [name, listOf(rawObject)]));

/** The whole content: lists of records as their files hold them. */
export const EXCHANGE_DOCUMENT = named(
  'Export',
  object(
    { quire: { type: 'integer', const: EXCHANGE_VERSION } },
    { exportedAt: time, commit: orNull(string), ...lists },
  ),
);

/** A line of an import's report. */
export const IMPORTED = named(
  'Imported',
  object({ kind: string, key: string, id: orNull(id), result: choice('created', 'updated', 'unchanged') }),
);
export const IMPORT_META = named(
  'ImportMeta',
  object({ total: integer, created: integer, updated: integer, unchanged: integer }),
);
