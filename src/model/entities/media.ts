import { always, defineEntity } from '../entity.ts';
import { cropAreasSchema } from '../media/cropSchema.ts';
import { mimeTypeOfName } from '../media/mediaType.ts';
import { BY_LANGUAGE, languageKeys, topWords, translatedWords } from '../record/words.ts';
import {
  anyObject,
  type Infer,
  integer,
  key,
  number,
  object,
  type Schema,
  text,
  withDefault,
} from '../schema/schema.ts';

/** Any printable text: a folder is a name that media items share, not a place on disk. */
export const folderName = (): Schema<string> =>
  text({
    maxLength: 100,
    pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]*$',
    errorMessage: 'must be printable text',
  });

/** The keys that follow from a picture's pixels. */
export const PICTURE_KEYS = ['width', 'height', 'dominantColor', 'placeholder'] as const;
/** The keys that follow from a file's bytes. */
export const FILE_KEYS = ['filename', 'mimeType', 'size', 'hash', ...PICTURE_KEYS] as const;

export const mediaSchema = object(
  {
    key: key(),
    /** Name of the stored file: `<key>-<first 8 hex of its SHA-256>.<ext>`. */
    filename: text({ maxLength: 300, format: 'fileName' }),
    metadata: withDefault(anyObject(), {}),
  },
  {
    /**
     * The file's name before the upload. Defaults to the filename: records written by hand lack it, like everything that
     * the server reads from the file.
     */
    originalName: text({ minLength: 1, maxLength: 300 }),
    /** Defaults to the type of the filename's extension. */
    mimeType: text({ maxLength: 200, pattern: '^[a-z]+/[A-Za-z0-9][A-Za-z0-9.+-]*$' }),
    /** Bytes. */
    size: integer({ minimum: 0 }),
    width: integer({ minimum: 1 }),
    height: integer({ minimum: 1 }),
    altText: text({ maxLength: 2000 }),
    title: text({ maxLength: 500 }),
    translations: translatedWords({ title: text({ maxLength: 500 }), altText: text({ maxLength: 2000 }) }),
    folder: folderName(),
    /** From 0 to 1, from the left and from the top. */
    focalPoint: object({ x: number({ minimum: 0, maximum: 1 }), y: number({ minimum: 0, maximum: 1 }) }),
    /** The parts that were chosen for the crops of the site. */
    crops: cropAreasSchema(),
    dominantColor: text({ maxLength: 50 }),
    /** A tiny preview as a data URL. */
    placeholder: text(),
    /** SHA-256 of the file, hex. */
    hash: text({ pattern: '^[0-9a-f]{64}$' }),
  },
);
export type Media = Infer<typeof mediaSchema>;

declare module '../records.ts' {
  interface Records {
    media: Media;
  }
}

const words = topWords<Media>('title', 'altText');

export const media = defineEntity({
  name: 'media',
  plural: 'media',
  file: 'media/{key}',
  home: 'content',
  schema: mediaSchema,
  order: [
    'id',
    'filename',
    'originalName',
    'mimeType',
    'size',
    'width',
    'height',
    'hash',
    'title',
    'altText',
    'translations',
    'folder',
    'focalPoint',
    'crops',
    'dominantColor',
    'placeholder',
    'createdAt',
    'updatedAt',
    'metadata',
  ],
  counter: 'media',
  indexes: {
    [BY_LANGUAGE]: languageKeys(words),
    byFolder: { many: (data: Media) => [data.folder ?? ''] },
    byFilename: { many: (data: Media) => [data.filename] },
  },
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  isPublic: always,
  title: (data) => data.title ?? originalNameOf(data),
  words,
});

/** The file's name before the upload. */
export const originalNameOf = ({ originalName, filename }: Media): string => originalName ?? filename;

/** The MIME type of the file. */
export const mimeTypeOf = ({ mimeType, filename }: Media): string => mimeType ?? mimeTypeOfName(filename);
