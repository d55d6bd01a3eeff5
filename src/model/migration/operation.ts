import {
  anything,
  flag,
  type Infer,
  key,
  list,
  locale,
  namedSchema,
  object,
  record,
  type Schema,
  slug,
  text,
} from '../schema/schema.ts';

const NAME = '[A-Za-z_][A-Za-z0-9_-]{0,99}';

const fieldName = (): Schema<string> =>
  text({ maxLength: 100, pattern: `^${NAME}$`, errorMessage: 'must be the name of a field' });
/** A field by its path in the values of a type: `subtitle`, `hero.title`, `items[].title`. */
const fieldPath = (): Schema<string> =>
  text({
    maxLength: 500,
    pattern: `^(${NAME}(\\[\\])?\\.)*${NAME}$`,
    errorMessage: 'must be the path of a field, such as "title", "hero.title" or "items[].title"',
  });
const names = (): Schema<readonly string[]> => list(fieldName(), { minItems: 2, maxItems: 20, uniqueItems: true });
const separator = (): Schema<string> => text({ minLength: 1, maxLength: 20 });
const region = (): Schema<string> => text({ minLength: 1, maxLength: 100 });

/** What a migration may do, and what each needs to know. A value is never overwritten by another. */
export const MIGRATION_OPERATIONS = {
  /** Gives a field another name. */
  rename: object({ from: fieldPath(), to: fieldName() }),
  /** Moves a field into or out of an object, or the items of a repeater. */
  move: object({ from: fieldPath(), to: fieldPath() }),
  /** Removes a field with its values. */
  remove: object({ field: fieldPath() }),
  /** Splits a text into several; the last gets the rest. */
  split: object({ field: fieldPath(), into: names(), at: separator() }),
  /** Joins the texts of several fields. */
  join: object({ fields: names(), into: fieldName(), between: text({ maxLength: 20 }) }),
  /** Changes the kind of a field, as `FIELD_CONVERSIONS` says. */
  convert: object(
    { field: fieldPath(), from: text({ maxLength: 100 }), to: text({ maxLength: 100 }) },
    {
      /** Removes values that cannot be converted; otherwise they stay as they are. */
      drop: flag(),
      /** The vocabulary of the terms that a text becomes. */
      vocabulary: slug(),
      /** The field of a repeater's items that holds the text. */
      item: fieldName(),
      /** The choices that a text may become, where the kind has any. */
      options: list(text({ maxLength: 500 }), { maxItems: 500 }),
    },
  ),
  /** Gives every record a value that has none, or with `replace` every record. */
  fill: object({ field: fieldPath(), value: anything() }, { replace: flag() }),
  /**
   * Gives a field one value in all translations of a page: that of the language `take` names for its translation group,
   * else that of `from`, by default the site's own.
   */
  share: object({ field: fieldName() }, { from: locale(), take: record(locale()) }),
  /** Moves the blocks of a type from one region to another. */
  moveBlocks: object({ from: region(), to: region() }, { type: slug() }),
  /** Removes the blocks of a type, with the placements of these reusable ones. */
  removeBlocks: object({ type: slug() }, { blocks: list(key(), { maxItems: 10_000 }) }),
  /** Turns what belonged to another type into records of this one. */
  absorb: object({ type: slug() }),
  /** Puts a reusable block in place of inline ones that hold the same: `of` is the `inlineDigest` of their values. */
  reuse: object({ block: key(), of: text({ maxLength: 40 }) }),
} as const;

export type OperationName = keyof typeof MIGRATION_OPERATIONS;
export type OperationArguments = { readonly [K in OperationName]: Infer<(typeof MIGRATION_OPERATIONS)[K]> };

/** One change of the model, as data: exactly one of the operations with what it needs to know. */
export type MigrationOperation = { [K in OperationName]: { readonly [P in K]: OperationArguments[P] } }[OperationName];

/** An operation as the file of its type records it. */
export type Migration = MigrationOperation & { readonly id: string };

/** An operation in a request: exactly one, which `isOperation` checks, since what the schema does not know is dropped first. */
export const operationSchema: Schema<MigrationOperation> = namedSchema('MigrationOperation', {
  ...object({}, MIGRATION_OPERATIONS),
  maxProperties: 1,
  errorMessage: `must be one operation: ${Object.keys(MIGRATION_OPERATIONS).join(', ')}`,
} as Schema<object> as Schema<MigrationOperation>);

/** Whether an object that has passed the schema names an operation. */
export const isOperation = (value: object): boolean =>
  Object.keys(value).filter((one) => Object.hasOwn(MIGRATION_OPERATIONS, one)).length === 1;

/** The name of an operation. */
export const operationName = (operation: MigrationOperation): OperationName => {
  const name = Object.keys(operation).find((one) => Object.hasOwn(MIGRATION_OPERATIONS, one));
  if (name === undefined) throw new Error('A migration without an operation');
  // It is a key of the table.
  return name as OperationName;
};

/** Says in a few words what an operation does. */
export function describeOperation(operation: MigrationOperation): string {
  if ('rename' in operation) return `rename ${operation.rename.from} to ${operation.rename.to}`;
  if ('move' in operation) return `move ${operation.move.from} to ${operation.move.to}`;
  if ('remove' in operation) return `remove ${operation.remove.field}`;
  if ('split' in operation) return `split ${operation.split.field} into ${operation.split.into.join(', ')}`;
  if ('join' in operation) return `join ${operation.join.fields.join(', ')} into ${operation.join.into}`;
  if ('convert' in operation) return `make ${operation.convert.field} a ${operation.convert.to}`;
  if ('share' in operation) return `share ${operation.share.field}`;
  if ('fill' in operation) return `fill ${operation.fill.field}`;
  if ('moveBlocks' in operation) return `move blocks from ${operation.moveBlocks.from} to ${operation.moveBlocks.to}`;
  if ('absorb' in operation) return `take in ${operation.absorb.type}`;
  if ('reuse' in operation) return `reuse ${operation.reuse.block}`;
  return 'removeBlocks' in operation ? `remove blocks of ${operation.removeBlocks.type}` : 'change';
}

/** The names, within what holds them, of the fields that an operation takes values from. */
export function fieldsBefore(operation: MigrationOperation): readonly string[] {
  const last = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  if ('rename' in operation) return [last(operation.rename.from)];
  if ('move' in operation) return [last(operation.move.from)];
  if ('remove' in operation) return [last(operation.remove.field)];
  if ('split' in operation) return [last(operation.split.field)];
  if ('join' in operation) return operation.join.fields;
  return 'convert' in operation ? [last(operation.convert.field)] : [];
}
