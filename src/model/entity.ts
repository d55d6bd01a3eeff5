import type { Role, Verb } from './access.ts';
import type { Entry, Lookup } from './entry.ts';
import type { Detail } from './errors.ts';
import type { Reference } from './reference.ts';
import type { ObjectSchema } from './schema/schema.ts';

/**
 * `unique` gives a record its one key, made from `field`; `many` lets records share keys. Keys that are ids of nested
 * records name their `counter`: whose an id is the store knows anyway.
 */
export type IndexDef<T> =
  | { readonly field: string; unique(data: T): string }
  | { readonly counter?: Counter; many(data: T): readonly string[] };

/** Gives a nested record (a placement, a menu item, a term) the id it is served under. */
export type AssignId = (counter: Counter, pointer: string, stored: number | undefined) => number;

/** The sequences that integer ids are drawn from. Reusable blocks, inline blocks and placements share `block`. */
export type Counter =
  | 'page'
  | 'block'
  | 'contentType'
  | 'blockType'
  | 'menu'
  | 'menuItem'
  | 'taxonomy'
  | 'term'
  | 'media'
  | 'redirect'
  | 'trackingScript'
  | 'settings'
  | 'user'
  | 'apiKey'
  | 'webhook';

/** Everything the system needs to know about one kind of record. Data, not behaviour. */
export interface EntityDef<T, Index extends string = string> {
  readonly name: string;
  readonly plural: string;
  /** Where a record lives, e.g. `pages/{locale}/{slug}`. No placeholder: there is only one. */
  readonly file: string;
  readonly home: 'content' | 'private';
  /** What a file holds, with the location's values and without id, createdAt and updatedAt, which every record has. */
  readonly schema: ObjectSchema<T>;
  /** The order of the keys in a new file. */
  readonly order: readonly string[];
  readonly counter: Counter;
  readonly indexes: Readonly<Record<Index, IndexDef<T>>>;
  readonly access: Readonly<Record<Verb, Role>>;
  /** Keys, of those that every record has, that hold most of it and play no part in lists: they are read when asked for. */
  readonly bulk?: readonly (keyof T & string)[];
  /** Keys that no answer and no log may show. */
  readonly secret?: readonly (keyof T & string)[];
  /** What the record is called in a commit message. */
  title(data: T): string;
  /** The same data with every nested record's id given by `assign`. */
  withIds?(data: T, assign: AssignId): T;
  /** The content type that says which field is the text of the record's `.md` file; kinds without it have no such files. */
  bodyType?(data: T): string;
  /** What the record points at, as it stands in the file. */
  references?(data: T, lookup: Lookup): readonly Reference[];
  /** Rules that need other records. Pure: same lookup, same answer. */
  check?(data: T, lookup: Lookup, before: Entry<T> | null): readonly Detail[];
}

export function defineEntity<T, Index extends string>(def: EntityDef<T, Index>): EntityDef<T, Index> {
  return Object.freeze(def);
}
