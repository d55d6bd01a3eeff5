import { compareText } from '../lib/text/compareText.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Media } from '../model/entities/media.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { EXCHANGE_LISTS, EXCHANGE_VERSION } from '../model/exchange.ts';
import { aliasReferences } from './admin/aliasNames.ts';

/** A record as its file holds it, with the values of its location, its id and its times. References are keys. */
function showExported(entry: Entry, lookup: Lookup): object {
  const { kind, id, createdAt, updatedAt } = entry;
  const { order } = entityOf(kind);
  return {
    ...(order.includes('id') && { id }),
    ...(aliasReferences(entry, lookup) as object),
    ...(order.includes('createdAt') && { createdAt }),
    ...(order.includes('updatedAt') && { updatedAt }),
  };
}

/**
 * The whole content as one JSON document, in parts. It is the content at the time of the call, however long it takes to
 * read the parts. The same content gives the same text, apart from its head.
 */
export function showExport(lookup: Lookup, { withFiles = false, ...head }: ExportOptions): Generator<ExportPart> {
  const lists = [...EXCHANGE_LISTS].map(([name, kind]) => {
    return { name, entries: [...lookup.all(kind)].sort((a: Entry, b: Entry) => compareText(a.key, b.key)) };
  });
  return gathered(inParts(head, lists, { lookup, withFiles }));
}

export interface ExportOptions {
  readonly exportedAt: string;
  readonly commit: string | null;
  /** Whether media items include the bytes of their files. */
  readonly withFiles?: boolean;
}

/** Text, or a media item whose bytes belong here as a JSON value. */
export type ExportPart = string | { readonly file: Entry<Media> };

interface ExportList {
  readonly name: string;
  readonly entries: readonly Entry[];
}

interface ExportScope {
  readonly lookup: Lookup;
  readonly withFiles: boolean;
}

function* inParts(
  head: object,
  lists: readonly ExportList[],
  { lookup, withFiles }: ExportScope,
): Generator<ExportPart> {
  yield JSON.stringify({ quire: EXCHANGE_VERSION, ...head }).slice(0, -1);
  for (const { name, entries } of lists) {
    yield `,\n${JSON.stringify(name)}:[`;
    for (const [index, entry] of entries.entries()) {
      yield index > 0 ? ',\n' : '\n';
      yield* withFiles && entry.kind === 'media'
        ? inFileParts(entry, lookup)
        : [JSON.stringify(showExported(entry, lookup))];
    }
    yield ']';
  }
  yield '}\n';
}

function* inFileParts(entry: Entry, lookup: Lookup): Generator<ExportPart> {
  yield `${JSON.stringify(showExported(entry, lookup)).slice(0, -1)},"file":`;
  // The caller has checked its kind.
  yield { file: entry as Entry<Media> };
  yield '}';
}

/** Small parts are joined until they have this length, so that each is worth a write of its own. */
const PART_CHARACTERS = 64 * 1024;

function* gathered(parts: Iterable<ExportPart>): Generator<ExportPart> {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    if (typeof part === 'string' && text.length < PART_CHARACTERS) continue;
    yield text;
    text = '';
    if (typeof part !== 'string') yield part;
  }
  yield text;
}

/** The result for a record of an import. */
export type ImportResult = 'created' | 'updated' | 'unchanged';

/** One line for each record of an import, in the order of the import. */
export const showImported = (
  records: readonly Pick<Entry, 'kind' | 'key'>[],
  changes: readonly { readonly before: Entry | null; readonly after: Entry | null }[],
  lookup: Lookup,
): readonly { readonly result: ImportResult }[] => {
  const changed = new Map(changes.map((change) => [`${change.after?.kind}:${change.after?.key}`, change]));
  return records.map(({ kind, key }) => {
    const change = changed.get(`${kind}:${key}`);
    const result = change ? (change.before ? 'updated' : 'created') : 'unchanged';
    return { kind, key, id: (change?.after ?? lookup.byKey(kind, key))?.id ?? null, result };
  });
};
