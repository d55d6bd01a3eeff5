import { entityOf, KINDS } from './entities/index.ts';
import type { Kind } from './records.ts';

/** The version of the document that holds the whole content: it changes when documents of the old form cannot be read any more. */
export const EXCHANGE_VERSION = 1;

/** `contentTypes` for `content-types`. */
const listName = (kind: Kind): string =>
  entityOf(kind).plural.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lists of the document by name, what others refer to first. What is private never leaves by it, nor comes in. */
export const EXCHANGE_LISTS: ReadonlyMap<string, Kind> = new Map(
  KINDS.filter((kind) => entityOf(kind).home === 'content').map((kind) => [listName(kind), kind]),
);
