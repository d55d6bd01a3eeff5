import { EXCHANGE_LISTS, EXCHANGE_VERSION } from '../../model/exchange.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { arrayOf, contentKind, idShape, integerShape, orNull, rawObject, stringShape, timeShape } from './values.ts';

const lists = Object.fromEntries([...EXCHANGE_LISTS.keys()].map((name) => [name, arrayOf(rawObject)]));

/** The whole content: lists of records as their files hold them. */
export const EXCHANGE_DOCUMENT = namedSchema(
  'Export',
  object(
    { quire: { type: 'integer', const: EXCHANGE_VERSION } },
    { exportedAt: timeShape, commit: orNull(stringShape), ...lists },
  ),
);

/** A line of an import's report. */
export const IMPORTED = namedSchema(
  'Imported',
  object({
    kind: contentKind,
    key: stringShape,
    id: orNull(idShape),
    result: choice('created', 'updated', 'unchanged'),
  }),
);
export const IMPORT_META = namedSchema(
  'ImportMeta',
  object({ total: integerShape, created: integerShape, updated: integerShape, unchanged: integerShape }),
);
