import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Media } from '../../model/entities/media.ts';
import { CmsError, unavailable } from '../../model/errors.ts';
import { MAX_FILE_BYTES } from '../../model/media/mediaType.ts';
import {
  squareAround,
  VARIANT_FORMATS,
  VARIANT_NAMES,
  VARIANTS,
  type VariantFormat,
  type VariantName,
  variantSize,
} from '../../model/media/mediaVariant.ts';
import type { ImageCache } from './imageCache.ts';
import { PICTURE_LIMITS, PICTURE_SECONDS, type Pictures, PictureTimeout, type Sharp } from './pictures.ts';

/** One version of a picture, and where its bytes come from when they are needed. */
export interface Source {
  /** Another one when the bytes have changed. */
  readonly version: string;
  readonly focalPoint: Media['focalPoint'];
  readonly size: number;
  read(): Promise<Readable>;
}

/** Smaller pictures, made when they are first asked for (contract, "Content interface"). */
export interface Variants {
  /**
   * @throws BrokenPicture for bytes that are no picture, or one that takes too long; CmsError SERVICE_UNAVAILABLE where it
   * takes too long to be written as AVIF, which says nothing of the picture
   */
  get(source: Source, name: VariantName, format: VariantFormat): Promise<Buffer>;
  /** Forgets all variants of a picture. */
  drop(source: Pick<Source, 'version' | 'focalPoint'>): Promise<void>;
}

/** The bytes are no picture, or too many for one. */
export class BrokenPicture extends Error {
  constructor(cause: unknown) {
    super('The file is no picture that can be read', { cause });
    this.name = 'BrokenPicture';
  }
}

const CENTRE = { x: 0.5, y: 0.5 };
const QUALITY = 80;
/** As good to look at as WebP of 80. */
const AVIF_QUALITY = 50;
/** With more of it a picture of 2560 pixels takes longer than all work on one may. */
const AVIF_EFFORT = 1;
const RETRY_AFTER_SECONDS = 30;
/** Counted up when the same picture would become another variant. */
const RECIPE = 1;

export function createVariants(cache: ImageCache, pictures: Pictures): Variants {
  return {
    get: (source, name, format) =>
      cache.get(nameOf(source, name, format), async () => {
        if (source.size > MAX_FILE_BYTES) throw new BrokenPicture('too large');
        const wanted = { name, format, focalPoint: source.focalPoint ?? CENTRE };
        let bytes: Buffer | undefined;
        const fetchBytes = async (): Promise<void> => {
          bytes = await readAll(source);
        };
        try {
          return await pictures.run((sharp) => draw(sharp, bytes!, wanted), fetchBytes);
        } catch (cause) {
          if (!bytes || cause instanceof CmsError) throw cause;
          if (cause instanceof PictureTimeout && format === 'avif')
            throw unavailable(cause.message, RETRY_AFTER_SECONDS);
          throw new BrokenPicture(cause);
        }
      }),
    drop: (source) =>
      cache.drop(VARIANT_FORMATS.flatMap((format) => VARIANT_NAMES.map((name) => nameOf(source, name, format)))),
  };
}

function nameOf(
  { version, focalPoint }: Pick<Source, 'version' | 'focalPoint'>,
  name: VariantName,
  format: VariantFormat,
): string {
  const { x, y } = (VARIANTS[name].fit === 'cover' && focalPoint) || CENTRE;
  const variant = format === 'webp' ? name : `${name}.${format}`;
  return createHash('sha1').update(`${RECIPE} ${variant} ${version} ${x} ${y}`).digest('hex');
}

async function readAll({ read }: Source): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await read()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Wanted {
  readonly name: VariantName;
  readonly format: VariantFormat;
  readonly focalPoint: { readonly x: number; readonly y: number };
}

/** EXIF and GPS go, for nothing of the kind is kept; the camera's orientation is applied. */
async function draw(sharp: Sharp, bytes: Buffer, { name, format, focalPoint }: Wanted): Promise<Buffer> {
  const picture = sharp(bytes, PICTURE_LIMITS).timeout({ seconds: PICTURE_SECONDS });
  const { autoOrient: whole } = await picture.metadata();
  const { width, height } = variantSize(name, whole);
  const upright = picture.autoOrient();
  if (VARIANTS[name].fit === 'cover') {
    const { left, top, side } = squareAround(whole, focalPoint);
    upright.extract({ left, top, width: side, height: side });
  }
  const resized = upright.resize(width, height, { fit: 'fill' });
  const written =
    format === 'avif'
      ? resized.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT })
      : resized.webp({ quality: QUALITY });
  return written.toBuffer();
}
