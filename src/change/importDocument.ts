import { isUtf8 } from 'node:buffer';
import { checkTree } from '../lib/checkTree.ts';
import { createBreath } from '../lib/createBreath.ts';
import { createJsonSplitter } from '../lib/createJsonSplitter.ts';
import { CmsError, type Detail, invalid, invalidAt } from '../model/errors.ts';
import { EXCHANGE_LISTS, EXCHANGE_VERSION } from '../model/exchange.ts';
import { MAX_PROBLEMS, within } from '../model/fields/problem.ts';
import { keyOf } from '../model/location.ts';
import type { Kind } from '../model/records.ts';
import { createReadValue, type ReadValue, type RecordValue } from '../store/fileRecord.ts';

/** A record of an import document, as it would stand in a file. */
export interface ImportRecord extends RecordValue {
  readonly kind: Kind;
  readonly key: string;
  /** Where it stands in the document: `['pages', '3']`. */
  readonly place: readonly string[];
}

/** SECURITY 9. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;
const LIMITS = { maxDepth: 64, maxNodes: 100_000 };
/** Of one record: what its file may have (SECURITY 7). */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the document that `GET /export` makes as its bytes come in, one record at a time.
 *
 * @throws CmsError VALIDATION with all that is wrong, each problem led by the place of its record; PAYLOAD_TOO_LARGE
 */
export async function readImport(chunks: AsyncIterable<Uint8Array>): Promise<readonly ImportRecord[]> {
  const reader = createDocumentReader();
  const breath = createBreath();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_IMPORT_BYTES) throw new CmsError('PAYLOAD_TOO_LARGE', 'The document must be at most 256 MiB');
    reader.write(chunk);
    await breath();
  }
  return reader.end();
}

interface DocumentReader {
  write(chunk: Uint8Array): void;
  end(): readonly ImportRecord[];
}

function createDocumentReader(): DocumentReader {
  const records: ImportRecord[] = [];
  const details: Detail[] = [];
  const seen = new Set<string>();
  let [list, index, version] = ['', -1, undefined as unknown];
  const splitter = createJsonSplitter(
    {
      member(json) {
        const [name, value] = parseMember(json);
        if (name === 'quire') version = value;
        else if (EXCHANGE_LISTS.has(name)) details.push({ path: [name], message: 'must be a list' });
      },
      list(json) {
        [list] = parseMember(Buffer.concat([json, Buffer.from('0')]));
        index = -1;
        details.push(...checkList(list, seen));
      },
      item(json) {
        index += 1;
        const read = EXCHANGE_LISTS.has(list) ? readItem(json, list) : [];
        if ('data' in read) records.push({ ...read, place: [list, String(index)] });
        else details.push(...within([list, index], read));
        if (details.length > MAX_PROBLEMS) throw invalid(details);
      },
    },
    { maxBytes: MAX_RECORD_BYTES, maxDepth: LIMITS.maxDepth, maxValues: LIMITS.maxNodes },
  );
  const readItem = createItemReader();

  /** What breaks the form of the document is told where it was noticed: nothing after it can be read. */
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
  const [member] = Object.entries(parse(Buffer.concat([Buffer.from('{'), json, Buffer.from('}')])) as Json);
  if (!member) throw new SyntaxError('A name is missing');
  return member;
}

function parse(json: Buffer): unknown {
  if (!isUtf8(json)) throw new SyntaxError('It is not UTF-8');
  try {
    return JSON.parse(json.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new SyntaxError('It is not JSON', { cause });
  }
}

function checkList(name: string, seen: Set<string>): readonly Detail[] {
  const isSecond = seen.has(name);
  seen.add(name);
  if (!EXCHANGE_LISTS.has(name))
    return [{ path: [name], message: `is no list of content: those are ${[...EXCHANGE_LISTS.keys()].join(', ')}` }];
  return isSecond ? [{ path: [name], message: 'must be given only once' }] : [];
}

type Read = Omit<ImportRecord, 'place'>;

/** Makes the function that reads one record of a list, or tells what is wrong with it. */
function createItemReader(): (json: Buffer, list: string) => Read | readonly Detail[] {
  const readers = new Map<Kind, ReadValue>([...EXCHANGE_LISTS.values()].map((kind) => [kind, createReadValue(kind)]));
  return (json, list) => {
    const kind = EXCHANGE_LISTS.get(list)!;
    const value = parse(json);
    const breach = checkTree(value, LIMITS);
    if (breach) return [breach];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [{ path: [], message: 'must be an object' }];
    const read = readers.get(kind)!(value as Json);
    return 'details' in read ? read.details : { ...read.value, kind, key: keyOf(kind, read.value.data) };
  };
}
