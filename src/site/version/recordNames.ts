import type { HeadHistory } from '../../git/history/history.ts';
import type { FileName, RecordNames, TrailerNames } from '../../git/history/nameRecords.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { IdCounter } from '../../model/entity.ts';
import { singleIdOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import { decodeFile } from '../../store/codec/decodeFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { hashedId } from '../../store/id/randomId.ts';

/** The name of a record in the history: by its id, or by the hashed id of its path if it has none (DESIGN, "Ids"). */
export const recordName = (kind: Kind, id: number | undefined, path: string): string =>
  `${kind}/${singleIdOf(kind) ?? id ?? hashedId(entityOf(kind).counter, path, '')}`;

/** Whether history knows a record with this id. It does not know nested records. */
export const wasUsed = ({ knows }: Pick<HeadHistory, 'knows'>, counter: IdCounter, id: number): boolean =>
  KINDS.some((kind) => entityOf(kind).counter === counter && knows(`${kind}/${id}`));

/** The name of a file's record, and whether the file gives its id. */
export const fileName = (kind: Kind, id: number | undefined, path: string): FileName => ({
  record: recordName(kind, id, path),
  isGiven: id !== undefined,
});

/** Names records in the history of the content. */
export const recordNames: RecordNames = {
  mayHold: (path) => locateFile('content', path) !== null,
  ofFile(path, bytes) {
    const located = locateFile('content', path);
    if (!located) return null;
    const id = bytes && idIn(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    return fileName(located.kind, id ?? undefined, path);
  },
  ofTrailers: readTrailers,
};

/** `page/12 en/about` */
const TRAILER = /^(\w+\/\d+)(?: (.*))?$/;

function readTrailers(values: readonly string[]): TrailerNames {
  const byPlace = new Map<string, string>();
  for (const value of values) {
    const [, record = '', key = ''] = TRAILER.exec(value) ?? [];
    if (record !== '') byPlace.set(`${record.split('/')[0]} ${key}`, record);
  }
  return {
    records: [...byPlace.values()],
    at(path) {
      const located = locateFile('content', path);
      return located ? byPlace.get(`${located.kind} ${located.key}`) : undefined;
    },
  };
}

/** A top-level `id` on a line of its own, as in nearly every file; only one file in a hundred must be parsed. */
const ID_LINE = /^id:[ \t]+([1-9]\d{0,9})[ \t]*(?:#.*)?\r?$/m;
const FRONT_MATTER_END = '\n---';

/** The id that a file gives, even if the rest of the file cannot be read. */
function idIn(path: string, bytes: Buffer): number | undefined {
  const isJson = formatOf(path) === 'json';
  const end = bytes.indexOf(FRONT_MATTER_END, 1);
  const text = isJson ? '' : bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
  const line = ID_LINE.exec(text)?.[1];
  if (line !== undefined) return toId(Number(line));
  return isJson || /\bid\b/.test(text) ? parsedId(path, bytes) : undefined;
}

function parsedId(path: string, bytes: Buffer): number | undefined {
  try {
    const { value } = decodeFile(formatOf(path)!, bytes);
    return isPlainObject(value) ? toId(value['id']) : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

const toId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : undefined;
