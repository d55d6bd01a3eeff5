import { Readable } from 'node:stream';
import { percentEncode } from '../../lib/percentEncode.ts';
import type { MediaFiles } from '../../media/mediaFiles.ts';
import type { ByteRange } from '../../media/storage.ts';
import { type Media, mimeTypeOf, originalNameOf } from '../../model/entities/media.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { invalidAt, notFound } from '../../model/errors.ts';
import { plainName } from '../../model/fileName.ts';
import { isInline, isPicture } from '../../model/mediaType.ts';
import { type BinaryName, binaryFile, VARIANT_NAMES } from '../../model/mediaVariant.ts';
import { object, text } from '../../model/schema.ts';
import { mediaVersion, showMediaInfo } from '../../view/media.ts';
import { MEDIA_INFO } from '../../view/shapes/media.ts';
import { tagOf } from '../answer.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint, withFile } from '../endpoint.ts';
import { readRange } from '../range.ts';
import { bytesResult, dataResult } from '../result.ts';

export interface ContentMediaDeps {
  readonly lookup: Lookup;
  readonly files: MediaFiles;
}

const BINARIES: readonly BinaryName[] = ['original', ...VARIANT_NAMES];

/** Media items and their bytes, for everybody. */
export function contentMediaEndpoints({ lookup, files }: ContentMediaDeps): Endpoint[] {
  const getMedia = (id: number): Entry<Media> => {
    const entry = lookup.get('media', id);
    if (!entry) throw notFound('Media');
    return entry;
  };
  return [
    ...withFile(
      defineEndpoint({
        method: 'GET',
        path: '/api/content/media/:id/info',
        summary: 'Read what is told of a media item',
        access: 'public',
        result: dataResult(MEDIA_INFO),
        handle: ({ params }) => ({ data: showMediaInfo(getMedia(params.id)) }),
      }),
      () => [...lookup.all('media')].map(({ id }) => ({ id })),
    ),
    defineEndpoint({
      method: 'GET',
      path: '/api/content/media/:id/:variant',
      summary: 'Fetch a media item: original, thumbnail, medium or large, with the ending of the file or without',
      access: 'public',
      answersFiles: true,
      query: object(
        {},
        { v: text({ maxLength: 100, description: 'As in the URLs of `info`: may be kept for a year' }) },
      ),
      result: bytesResult('application/octet-stream', [200, 206, 302]),
      async handle({ params, query, headers }) {
        const name = readName(params.variant);
        const entry = getMedia(params.id);
        const file = binaryFile(name, mimeTypeOf(entry.data));
        if (params.variant !== name && params.variant !== file) throw notFound('File');
        const url = files.publicUrl(entry);
        const isOriginal = name === 'original' || !isPicture(mimeTypeOf(entry.data));
        if (isOriginal && url !== null) return { status: 302, headers: { Location: url }, body: {} };
        const binary = isOriginal ? await findOriginal(files, entry) : await findVariant(files, entry, name);
        const isImmutable = binary.isAsRecorded && query.v !== undefined && query.v === mediaVersion(entry.data, name);
        return answerBinary(binary, headers, isImmutable);
      },
      exports: () =>
        [...lookup.all('media')].flatMap(({ id, data }) =>
          BINARIES.map((name) => ({ id, variant: binaryFile(name, mimeTypeOf(data)) })),
        ),
    }),
  ];
}

/** What an address names, with the ending of its file or without: `large.webp`. Throws VALIDATION for no such name. */
function readName(text: string): BinaryName {
  const name = text.replace(/\..*$/s, '');
  const known = BINARIES.find((binary) => binary === name);
  if (known === undefined) throw invalidAt(['variant'], `must be one of ${[...BINARIES, 'info'].join(', ')}`);
  return known;
}

/** Bytes that can be read in part. */
interface Binary {
  readonly type: string;
  readonly size: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isAsRecorded: boolean;
  read(range: ByteRange | null): Readable | Buffer;
}

async function findOriginal(files: MediaFiles, entry: Entry<Media>): Promise<Binary> {
  const { size, version, isAsRecorded, read } = await files.original(entry);
  const type = mimeTypeOf(entry.data);
  return {
    type: /^(text\/|application\/json)/.test(type) ? `${type}; charset=utf-8` : type,
    size,
    etag: tagOf(version),
    headers: { 'Content-Disposition': dispositionOf(entry) },
    isAsRecorded,
    read: (range) =>
      Readable.from(
        openLate(() => read(range ?? undefined)),
        { objectMode: false },
      ),
  };
}

/** Whether browsers show an item's own file or save it, and under which name. */
export function dispositionOf({ data }: Entry<Media>): string {
  const place = isInline(mimeTypeOf(data)) ? 'inline' : 'attachment';
  return `${place}; filename*=UTF-8''${encode(plainName(originalNameOf(data)))}`;
}

/** Opens a file when its bytes are wanted: not for HEAD, nor for callers who have them. */
async function* openLate(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await open();
}

async function findVariant(
  files: MediaFiles,
  entry: Entry<Media>,
  name: Exclude<BinaryName, 'original'>,
): Promise<Binary> {
  const { bytes, isAsRecorded } = await files.variant(entry, name);
  return {
    type: 'image/webp',
    size: bytes.length,
    etag: tagOf(bytes),
    headers: { 'Content-Disposition': 'inline' },
    isAsRecorded,
    read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  };
}

/** As RFC 8187 wants it: what is no attr-char is percent-encoded. */
const encode = (name: string): string =>
  percentEncode(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whatever a file holds, it runs nothing where it is shown (SECURITY, 26). */
export const SAFE = { 'Content-Security-Policy': "default-src 'none'; sandbox", 'Accept-Ranges': 'bytes' };

function answerBinary(binary: Binary, headers: Call['headers'], isImmutable: boolean): Answer {
  const { type, size, etag } = binary;
  const range = readRange(headers, size, etag);
  if (range === 'unsatisfiable') return answerUnsatisfiable(size);
  const length = range ? range.end - range.start + 1 : size;
  return {
    ...(range && { status: 206 }),
    raw: binary.read(range),
    type,
    etag,
    isImmutable,
    headers: {
      ...SAFE,
      ...binary.headers,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
    },
  };
}

const answerUnsatisfiable = (size: number): Answer => ({
  status: 416,
  headers: { ...SAFE, 'Content-Range': `bytes */${size}` },
  body: { errors: [{ code: 'VALIDATION', message: `There are only ${size} bytes`, path: ['range'] }] },
});
