import type { Role, Verb } from './access.ts';
import type { Entry, Lookup } from './entry.ts';
import type { Detail } from './errors.ts';
import type { Reference } from './reference.ts';
import type { ObjectSchema } from './schema/schema.ts';

/**
 * `unique` gives a record its only key, made from `field`; `many` lets records share keys. An index whose keys are the ids
 * of nested records names their `counter`: the store already knows which record holds such an id.
 */
export type IndexDef<T> =
  | { readonly field: string; unique(data: T): string }
  | { readonly counter?: IdCounter; many(data: T): readonly string[] };

/** Gives a nested record (a placement, a menu item, a term) the id it is served under. */
export type AssignId = (counter: IdCounter, pointer: string, stored: number | undefined) => number;

/** The sequences that integer ids are drawn from. Reusable blocks, inline blocks and placements share `block`. */
export type IdCounter =
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
  /** The location of records, e.g. `pages/{locale}/{slug}`. Without a placeholder there is only one record. */
  readonly file: string;
  readonly home: 'content' | 'private';
  /** The data of a record: the file and the values of its location, without id, createdAt and updatedAt, which every record has. */
  readonly schema: ObjectSchema<T>;
  /** The order of the keys in a new file. */
  readonly order: readonly string[];
  readonly counter: IdCounter;
  readonly indexes: Readonly<Record<Index, IndexDef<T>>>;
  readonly access: Readonly<Record<Verb, Role>>;
  /** Required keys that hold most of a record and that lists do not need: they are read only on demand. */
  readonly bulk?: readonly (keyof T & string)[];
  /** Keys that no answer and no log may show. */
  readonly secret?: readonly (keyof T & string)[];
  /** The name of the record in a commit message. */
  title(data: T): string;
  /** The same data, with the id of every nested record given by `assign`. */
  withIds?(data: T, assign: AssignId): T;
  /** The content type whose schema names the body field of `.md` files; kinds without it have no `.md` files. */
  bodyType?(data: T): string;
  /** The references of the record, as they are in the file. */
  references?(data: T, lookup: Lookup): readonly Reference[];
  /** Rules that need other records. Pure: same lookup, same answer. */
  check?(data: T, lookup: Lookup, before: Entry<T> | null): readonly Detail[];
}

export function defineEntity<T, Index extends string>(def: EntityDef<T, Index>): EntityDef<T, Index> {
  return Object.freeze(def);
}
