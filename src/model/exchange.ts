import { entityOf, KINDS } from './entities/index.ts';
import type { Kind } from './records.ts';

/** The version of the export document. It changes only when older documents can no longer be imported. */
export const EXCHANGE_VERSION = 1;

/** `contentTypes` for `content-types`. */
const listName = (kind: Kind): string =>
  entityOf(kind).plural.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lists of the export document by name, kinds that others refer to first. Private records are never exported or imported. */
export const EXCHANGE_LISTS: ReadonlyMap<string, Kind> = new Map(
  KINDS.filter((kind) => entityOf(kind).home === 'content').map((kind) => [listName(kind), kind]),
);
