import { isUtf8 } from 'node:buffer';
import { checkTree } from '../../lib/json/checkTree.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { CmsError, type Detail, invalid, invalidAt } from '../../model/errors.ts';
import { EXCHANGE_LISTS, EXCHANGE_VERSION } from '../../model/exchange.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
import { recordKey } from '../../model/location.ts';
import { MAX_MEDIA_FILE_BYTES } from '../../model/media/mediaType.ts';
import type { Kind } from '../../model/records.ts';
import { createReadValue, type ReadValue } from '../../store/file/fileRecord.ts';
import type { RecordValue } from '../../store/file/knownFile.ts';
import { createJsonSplitter } from './createJsonSplitter.ts';

/** A record of an import document, as a file would hold it. */
export interface ImportRecord extends RecordValue {
  readonly kind: Kind;
  readonly key: string;
  /** Its path in the document: `['pages', '3']`. */
  readonly place: readonly string[];
  /** For a media item whose bytes the document holds: where these have been put. */
  readonly file?: string;
}

/** Puts the bytes of a media item aside. @returns where they have been put */
export type StageFile = (bytes: Buffer) => Promise<string>;

/** SECURITY 9. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;
const LIMITS = { maxDepth: 64, maxNodes: 100_000 };
/** For one record: the limit of its file (SECURITY 7). */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** For a media item: its file as base64, and the record. */
const MAX_MEDIA_BYTES = 72 * 1024 * 1024;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the document that `GET /export` makes as its bytes come in, one record at a time.
 *
 * @throws CmsError VALIDATION with all problems, each path beginning with that of its record; PAYLOAD_TOO_LARGE
 */
export async function readImport(
  chunks: AsyncIterable<Uint8Array>,
  keepFile: StageFile,
): Promise<readonly ImportRecord[]> {
  const reader = createImportReader();
  const yieldIfBusy = createYieldIfBusy();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_IMPORT_BYTES) throw new CmsError('PAYLOAD_TOO_LARGE', 'The document must be at most 256 MiB');
    reader.write(chunk);
    await reader.settle(keepFile);
    await yieldIfBusy();
  }
  return reader.end();
}

interface DocumentReader {
  write(chunk: Uint8Array): void;
  /** Puts the media bytes read so far aside, so that they do not pile up in memory. */
  settle(keepFile: StageFile): Promise<void>;
  end(): readonly ImportRecord[];
}

function createImportReader(): DocumentReader {
  const records: ImportRecord[] = [];
  const details: Detail[] = [];
  const seen = new Set<string>();
  const waiting = new Map<number, Buffer>();
  let [list, index, version] = ['', -1, undefined as unknown];
  /** A document may hold millions of problems: the first ones are enough. */
  function report(found: readonly Detail[]): void {
    details.push(...found);
    if (details.length > MAX_PROBLEMS) throw invalid(details);
  }
  const splitter = createJsonSplitter(
    {
      member(json) {
        const [name, value] = parseMember(json);
        if (name === 'quire') version = value;
        else if (EXCHANGE_LISTS.has(name)) report([{ path: [name], message: 'must be a list' }]);
      },
      list(json) {
        [list] = parseMember(Buffer.concat([json, Buffer.from('0')]));
        index = -1;
        report(checkList(list, seen));
      },
      item(json) {
        const { record, file } = EXCHANGE_LISTS.has(list) ? readItem(json, list) : { record: [] };
        index += 1;
        if (file) waiting.set(records.length, file);
        if ('data' in record) records.push({ ...record, place: [list, String(index)] });
        else report(within([list, index], record));
      },
    },
    { maxBytes: MAX_MEDIA_BYTES, maxDepth: LIMITS.maxDepth, maxValues: LIMITS.maxNodes },
  );
  const readItem = createItemReader();

  /** Reports a syntax error where it was noticed: nothing after it can be read. */
  const inPlace = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw invalidAt(list === '' ? [] : [list, String(index + 1)], `The document is not valid: ${error.message}`);
    }
  };
  return {
    write: (chunk) => inPlace(() => splitter.write(chunk)),
    async settle(keepFile) {
      for (const [at, bytes] of waiting) {
        waiting.delete(at);
        if (records[at]) records[at] = { ...records[at], file: await keepFile(bytes) };
      }
    },
    end() {
      inPlace(splitter.end);
      if (version !== EXCHANGE_VERSION) details.unshift({ path: ['quire'], message: `must be ${EXCHANGE_VERSION}` });
      if (details.length > 0) throw invalid(details);
      return records;
    },
  };
}

/** @throws SyntaxError */
function parseMember(json: Buffer): readonly [name: string, value: unknown] {
  const [member] = Object.entries(parseUtf8Json(Buffer.concat([Buffer.from('{'), json, Buffer.from('}')])) as Json);
  if (!member) throw new SyntaxError('a name is missing');
  return member;
}

function parseUtf8Json(json: Buffer): unknown {
  if (!isUtf8(json)) throw new SyntaxError('it is not UTF-8');
  try {
    return JSON.parse(json.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new SyntaxError('it is not JSON', { cause });
  }
}

function checkList(name: string, seen: Set<string>): readonly Detail[] {
  const isSecond = seen.has(name);
  seen.add(name);
  if (!EXCHANGE_LISTS.has(name))
    return [{ path: [name], message: `is not a list of content; these are: ${[...EXCHANGE_LISTS.keys()].join(', ')}` }];
  return isSecond ? [{ path: [name], message: 'must be given only once' }] : [];
}

interface ImportItem {
  /** The record, or its problems. */
  readonly record: Omit<ImportRecord, 'place'> | readonly Detail[];
  readonly file?: Buffer;
}

const invalidItem = (message: string, path: readonly string[] = []): ImportItem => ({ record: [{ path, message }] });

/** Makes the function that reads one item of a list. */
function createItemReader(): (json: Buffer, list: string) => ImportItem {
  const readers = new Map<Kind, ReadValue>([...EXCHANGE_LISTS.values()].map((kind) => [kind, createReadValue(kind)]));
  return (json, list) => {
    const kind = EXCHANGE_LISTS.get(list)!;
    const value = parseUtf8Json(json);
    const breach = checkTree(value, LIMITS);
    if (breach) return { record: [breach] };
    if (!isPlainObject(value)) return invalidItem('must be an object');
    const { file: text, ...said } = kind === 'media' ? value : { ...value, file: undefined };
    const file = text == null ? undefined : readBase64(text);
    if (file === null) return invalidItem('must be base64', ['file']);
    if ((file?.length ?? 0) > MAX_MEDIA_FILE_BYTES) return invalidItem('must be at most 50 MiB', ['file']);
    if (json.length - (file ? String(text).length : 0) > MAX_RECORD_BYTES)
      return invalidItem('is larger than a file may be');
    const read = readers.get(kind)!(kind === 'media' ? said : value);
    if ('details' in read) return { record: read.details };
    return { record: { ...read.value, kind, key: recordKey(kind, read.value.data) }, ...(file && { file }) };
  };
}

/** Reads base64 (RFC 4648, 4); null if it is something else. */
function readBase64(text: unknown): Buffer | null {
  if (typeof text !== 'string' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}
