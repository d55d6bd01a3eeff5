import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Media } from '../model/entities/media.ts';
import { CmsError } from '../model/errors.ts';
import { squareAround, VARIANT_NAMES, VARIANTS, type VariantName, variantSize } from '../model/mediaVariant.ts';
import type { ImageCache } from './imageCache.ts';
import { PICTURE_LIMITS, PICTURE_SECONDS, type Pictures, type Sharp } from './pictures.ts';

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
  /** WebP. Throws `BrokenPicture` for bytes that are no picture, or one that takes too long. */
  get(source: Source, name: VariantName): Promise<Buffer>;
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
/** No upload is larger; what people put into git themselves may be. */
const MAX_BYTES = 50 * 2 ** 20;
/** Counted up when the same picture would become another variant. */
const RECIPE = 1;

export function createVariants(cache: ImageCache, pictures: Pictures): Variants {
  return {
    get: (source, name) =>
      cache.get(nameOf(source, name), async () => {
        const bytes = await readAll(source);
        try {
          return await pictures.run((sharp) => draw(sharp, bytes, { name, focalPoint: source.focalPoint ?? CENTRE }));
        } catch (cause) {
          if (cause instanceof CmsError) throw cause;
          throw new BrokenPicture(cause);
        }
      }),
    drop: (source) => cache.drop(VARIANT_NAMES.map((name) => nameOf(source, name))),
  };
}

function nameOf({ version, focalPoint }: Pick<Source, 'version' | 'focalPoint'>, name: VariantName): string {
  const { x, y } = (VARIANTS[name].fit === 'cover' && focalPoint) || CENTRE;
  return createHash('sha1').update(`${RECIPE} ${name} ${version} ${x} ${y}`).digest('hex');
}

async function readAll({ size, read }: Source): Promise<Buffer> {
  if (size > MAX_BYTES) throw new BrokenPicture('too large');
  const chunks: Buffer[] = [];
  for await (const chunk of await read()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Wanted {
  readonly name: VariantName;
  readonly focalPoint: { readonly x: number; readonly y: number };
}

/** EXIF and GPS go, for nothing of the kind is kept; the camera's orientation is applied. */
async function draw(sharp: Sharp, bytes: Buffer, { name, focalPoint }: Wanted): Promise<Buffer> {
  const picture = sharp(bytes, PICTURE_LIMITS).timeout({ seconds: PICTURE_SECONDS });
  const { autoOrient: whole } = await picture.metadata();
  const { width, height } = variantSize(name, whole);
  const upright = picture.autoOrient();
  if (VARIANTS[name].fit === 'cover') {
    const { left, top, side } = squareAround(whole, focalPoint);
    upright.extract({ left, top, width: side, height: side });
  }
  return upright.resize(width, height, { fit: 'fill' }).webp({ quality: QUALITY }).toBuffer();
}
