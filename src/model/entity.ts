import type { Role, Verb } from './access.ts';
import type { Entry, Lookup, ProblemCode } from './entry.ts';
import type { Detail } from './errors.ts';
import type { ReferenceRenames } from './record/referenceRename.ts';
import type { RecordWords } from './record/words.ts';
import type { Kind } from './records.ts';
import type { Reference, ValuePath } from './reference.ts';
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

/** The sequences that integer ids are drawn from: one for each kind. Reusable blocks, inline blocks and placements share `block`. */
export type IdCounter = Kind | 'menuItem' | 'term';

/** What is odd about a record, but does not make it invalid. */
export interface EntityWarning {
  readonly code: ProblemCode;
  readonly message: string;
  /** The path of the value concerned. */
  readonly path: ValuePath;
}

/** How some records answer at addresses of the site where there is no page. */
export interface AnsweredAddress<T, Index extends string = string> {
  /** The index that finds such records by the canonical path. */
  readonly index: Index;
  path(data: T): string;
  isActive(data: T): boolean;
}

/** Everything the system needs to know about one kind of record. Data, not behaviour. */
export interface EntityDef<T, Index extends string = string> {
  readonly name: string;
  readonly plural: string;
  /** The location of records, e.g. `pages/{locale}/{slug}`. Without a placeholder there is only one record. */
  readonly file: string;
  readonly home: 'content' | 'private';
  /** Whether files are named by the ids of their records, which do not stand inside then. */
  readonly namedById?: boolean;
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
  /** Whether everybody may see the record, judged by itself. Kinds without it are never public. */
  isPublic?(data: T, now: Date): boolean;
  /** Whether a record that is public by itself would give away something that is not. Pure. */
  revealsHidden?(data: T, lookup: Pick<Lookup, 'byKey' | 'find'>, now: Date): boolean;
  /** Its keys that hold texts of several lines, which are merged line by line. */
  readonly texts?: readonly (keyof T & string)[];
  /** The data with those references renamed that do not move one by one. */
  moveReferences?(data: T, moves: ReferenceRenames, lookup: Lookup): T;
  /** Its words that may be translated beside the default, in the same file. */
  readonly words?: RecordWords<T>;
  readonly answers?: AnsweredAddress<T, NoInfer<Index>>;
  /** A value that is an address of the site or elsewhere, besides those in fields; null for none. */
  link?(data: T): { readonly address: string; readonly path: ValuePath } | null;
  /** What `quire check` warns of, besides what makes a record invalid. */
  warnings?(data: T, lookup: Lookup): readonly EntityWarning[];
  /** Whether Quire writes such records as a consequence of changes of pages, whoever makes these. */
  readonly followsPages?: boolean;
}

export function defineEntity<T, Index extends string>(def: EntityDef<T, Index>): EntityDef<T, Index> {
  return Object.freeze(def);
}

/** For kinds whose records everybody may see. */
export const always = (): boolean => true;
