import { Readable } from 'node:stream';
import { percentEncode } from '../../lib/text/percentEncode.ts';
import type { MediaFiles, VariantFile } from '../../media/mediaFiles.ts';
import type { PictureVariant } from '../../media/picture/variants.ts';
import type { ByteRange } from '../../media/storage/storage.ts';
import { type Media, mimeTypeOf, originalNameOf } from '../../model/entities/media.ts';
import type { Entry } from '../../model/entry.ts';
import { CmsError, invalidAt, notFound } from '../../model/errors.ts';
import { isInlineType, isPicture, servedType } from '../../model/media/mediaType.ts';
import {
  type BinaryName,
  binaryFile,
  type Crop,
  type CropRules,
  findCrop,
  isWidth,
  listCrops,
  SIZE_NAMES,
  srcsetWidths,
  VARIANT_NAMES,
  type VariantFormat,
} from '../../model/media/mediaVariant.ts';
import { object, text } from '../../model/schema/schema.ts';
import { cropRules } from '../../model/siteSettings.ts';
import { plainName } from '../../model/text/fileName.ts';
import { knownOf, listPictureCrops, mediaVersion, showMediaWithLook } from '../../view/media.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MEDIA_INFO } from '../../view/shapes/media.ts';
import { readWeights } from '../answer/encoding.ts';
import { readRange } from '../answer/range.ts';
import { createEntityTag } from '../answer/toBytes.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult, dataResult } from '../result.ts';
import { askContent, languageQuery, tellLanguage } from './query.ts';
import { withLanguageFiles } from './withStaticFile.ts';

export interface ContentMediaDeps {
  readonly content: PublicContent;
  readonly files: MediaFiles;
}

const BINARIES: readonly BinaryName[] = ['original', ...VARIANT_NAMES];

/** Public media items and their files. */
export function contentMediaEndpoints({ content, files }: ContentMediaDeps): Endpoint[] {
  const getMedia = (id: number): Entry<Media> => {
    const entry = content.get('media', id);
    if (!entry) throw notFound('Media');
    return entry;
  };
  return [
    ...withLanguageFiles(
      defineEndpoint({
        method: 'GET',
        path: '/api/content/media/:id/info',
        summary: 'Read the description of a media item',
        access: 'public',
        result: dataResult(MEDIA_INFO),
        query: object({}, languageQuery),
        handle({ params, query }) {
          const plain = getMedia(params.id);
          const asked = askContent(query, content);
          const entry = asked.content.get('media', params.id) ?? plain;
          return { data: tellLanguage(showMediaWithLook(entry, cropRules(content)), plain, asked) };
        },
      }),
      content,
      () => [...content.all('media')].map(({ id }) => ({ id })),
    ),
    defineEndpoint({
      method: 'GET',
      path: '/api/content/media/:id/:variant',
      summary: `Fetch a media file: ${BINARIES.join(', ')}; by width as AVIF or WebP, depending on Accept or the file ending`,
      access: 'public',
      query: object(
        {},
        {
          v: text({
            maxLength: 100,
            description: 'The version in the URLs of `info`: such an answer may be cached for a year',
          }),
        },
      ),
      result: bytesResult('application/octet-stream', [200, 206, 302]),
      async handle({ params, query, headers, request }) {
        const name = readBinaryName(params.variant, cropRules(content));
        const entry = getMedia(params.id);
        const formats = readFormats(params.variant, { name, mimeType: mimeTypeOf(entry.data), accept: headers.accept });
        const url = files.publicUrl(entry);
        const isOriginal = name === 'original' || !isPicture(mimeTypeOf(entry.data));
        if (isOriginal && url !== null) return { status: 302, headers: { Location: url }, body: {} };
        const binary = isOriginal ? await findOriginal(files, entry) : await findVariant(files, entry, name, formats);
        const isImmutable = binary.isAsRecorded && query.v !== undefined && query.v === mediaVersion(entry.data, name);
        // A range means nothing to HEAD (RFC 9110, 14.2).
        return answerBinary(binary, request.method === 'HEAD' ? {} : headers, isImmutable);
      },
      exports() {
        const rules = cropRules(content);
        return [...content.all('media')].flatMap((entry) => listMediaVariants(entry, rules));
      },
    }),
  ];
}

/** The files of a media item that answers refer to; for a file that is no picture, none by width. */
function listMediaVariants(entry: Entry<Media>, rules: CropRules) {
  const [{ id }, known] = [entry, knownOf(entry)];
  const crops = listPictureCrops(entry, rules).map(({ name }) => name);
  const names = ['original', ...SIZE_NAMES, ...srcsetWidths(known), ...crops];
  return names.map((name) => ({ id, variant: binaryFile(name, known.mimeType) }));
}

/** The file that an address names, with or without a file ending: `large.webp`. Throws VALIDATION for an unknown one. */
function readBinaryName(text: string, rules: CropRules): BinaryName | Crop {
  const name = text.replace(/\..*$/s, '');
  const known = BINARIES.find((binary) => binary === name) ?? findCrop(rules, name);
  if (known !== undefined) return known;
  const names = [...BINARIES, ...listCrops(rules).map((crop) => crop.name), 'info'];
  throw invalidAt(['variant'], `must be one of ${names.join(', ')}`);
}

interface NamedBinary {
  readonly name: BinaryName | Crop;
  readonly mimeType: string;
  readonly accept: string | undefined;
}

/** The formats that a smaller picture may have, the best first. */
interface Formats {
  readonly formats: readonly VariantFormat[];
  /** Whether other callers may get another format at the same address. */
  readonly isNegotiated: boolean;
}

/** Throws NOT_FOUND if the ending is not that of the file. */
function readFormats(text: string, { name: binary, mimeType, accept }: NamedBinary): Formats {
  const name = typeof binary === 'string' ? binary : binary.name;
  const isByWidth = (binary !== name || isWidth(name)) && isPicture(mimeType);
  if (isByWidth && text === name)
    return { formats: prefersAvif(accept) ? ['avif', 'webp'] : ['webp'], isNegotiated: true };
  if (isByWidth && text === `${name}.avif`) return { formats: ['avif'], isNegotiated: false };
  if (text !== name && text !== binaryFile(name, mimeType)) throw notFound('File');
  return { formats: ['webp'], isNegotiated: false };
}

/** Only clients that name AVIF can show it; others also send wildcards. */
function prefersAvif(accept = ''): boolean {
  const weights = readWeights(accept);
  const weight = weights.get('image/avif') ?? 0;
  return weight > 0 && weight >= (weights.get('image/webp') ?? 0);
}

/** A file that can be read in part. */
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
  const type = servedType(mimeTypeOf(entry.data));
  return {
    type: /^(text\/|application\/json)/.test(type) ? `${type}; charset=utf-8` : type,
    size,
    etag: createEntityTag(version),
    headers: { 'Content-Disposition': dispositionOf(entry) },
    isAsRecorded,
    read: (range) =>
      Readable.from(
        openLate(() => read(range ?? undefined)),
        { objectMode: false },
      ),
  };
}

/** The Content-Disposition of an item's own file: whether browsers show or save it, and under which name. */
export function dispositionOf({ data }: Entry<Media>): string {
  const place = isInlineType(mimeTypeOf(data)) ? 'inline' : 'attachment';
  return `${place}; filename*=UTF-8''${encode(plainName(originalNameOf(data)))}`;
}

/** Opens a file only when its bytes are read: not for HEAD, nor for callers who already have them. */
async function* openLate(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await open();
}

/** A variant in the first of these formats that can be made now. */
async function readVariant(
  files: MediaFiles,
  entry: Entry<Media>,
  variant: PictureVariant,
  [format = 'webp', ...others]: readonly VariantFormat[],
): Promise<VariantFile & { readonly format: VariantFormat }> {
  try {
    return { format, ...(await files.variant(entry, variant, format)) };
  } catch (error) {
    const isBusy = error instanceof CmsError && error.code === 'SERVICE_UNAVAILABLE';
    if (!isBusy || others.length === 0) throw error;
    return readVariant(files, entry, variant, others);
  }
}

async function findVariant(
  files: MediaFiles,
  entry: Entry<Media>,
  variant: PictureVariant,
  { formats, isNegotiated }: Formats,
): Promise<Binary> {
  const { bytes, isAsRecorded, format } = await readVariant(files, entry, variant, formats);
  return {
    type: `image/${format}`,
    size: bytes.length,
    etag: createEntityTag(bytes),
    headers: { 'Content-Disposition': 'inline', ...(isNegotiated && { Vary: 'Accept-Encoding, Accept' }) },
    isAsRecorded,
    read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  };
}

/** Encodes by RFC 8187: everything but an attr-char is percent-encoded. */
const encode = (name: string): string =>
  percentEncode(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Keeps a file from running anything when it is shown, whatever it contains (SECURITY, 26). */
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
  body: { errors: [{ code: 'VALIDATION', message: `The file has only ${size} bytes`, path: ['range'] }] },
});
