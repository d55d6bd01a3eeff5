import { defineEntity } from '../entity.ts';
import { anyObject, type Infer, integer, number, object, slug, text, withDefault } from '../schema.ts';

export const mediaSchema = object(
  {
    key: slug(),
    /** Name of the stored file: `<key>-<first 8 hex of its SHA-256>.<ext>`. */
    filename: text({ minLength: 1, maxLength: 300, pattern: '^[^/\\\\]+$' }),
    originalName: text({ minLength: 1, maxLength: 300 }),
    mimeType: text({ minLength: 3, maxLength: 200 }),
    /** Bytes. */
    size: integer({ minimum: 0 }),
    metadata: withDefault(anyObject(), {}),
  },
  {
    width: integer({ minimum: 1 }),
    height: integer({ minimum: 1 }),
    altText: text({ maxLength: 2000 }),
    title: text({ maxLength: 500 }),
    folder: text({ maxLength: 100 }),
    /** From 0 to 1, from the left and from the top. */
    focalPoint: object({ x: number({ minimum: 0, maximum: 1 }), y: number({ minimum: 0, maximum: 1 }) }),
    dominantColor: text({ maxLength: 50 }),
    /** A tiny preview as a data URL. */
    placeholder: text(),
    /** SHA-256 of the file, hex. */
    hash: text({ pattern: '^[0-9a-f]{64}$' }),
  },
);
export type Media = Infer<typeof mediaSchema>;

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
    'folder',
    'focalPoint',
    'dominantColor',
    'placeholder',
    'createdAt',
    'updatedAt',
    'metadata',
  ],
  counter: 'media',
  indexes: { byFolder: { many: (data: Media) => [data.folder ?? ''] } },
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  title: (data) => data.title ?? data.originalName,
});
