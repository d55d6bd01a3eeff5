import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CmsError, unavailable } from '../../model/errors.ts';
import { MAX_MEDIA_FILE_BYTES } from '../../model/media/mediaType.ts';
import {
  type Crop,
  type CropArea,
  type CropRules,
  cropArea,
  cropSize,
  listCrops,
  type PictureArea,
  type PictureFocus,
  type Size,
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

/** One version of a picture, and how to read its bytes. */
export interface VariantSource extends PictureFocus {
  /** Changes with the bytes. */
  readonly version: string;
  /** The SHA-256 that the bytes must have, if that is what makes the version theirs. */
  readonly hash?: string | undefined;
  readonly size: number;
  read(): Promise<Readable>;
}

/** A variant that every picture has, or a crop of the site. */
export type PictureVariant = VariantName | Crop;

/** Smaller versions of pictures, made on first use (contract, "Content interface"). */
export interface Variants {
  /**
   * @throws BrokenPicture if the bytes are not a readable picture, or take too long; OtherPicture if they have another
   * hash; CmsError SERVICE_UNAVAILABLE if encoding as AVIF takes too long, which does not mean that the picture is broken
   */
  get(source: VariantSource, variant: PictureVariant, format: VariantFormat): Promise<Buffer>;
  /** Forgets all variants of a picture, in a site with these crops. */
  drop(source: Pick<VariantSource, 'version' | keyof PictureFocus>, crops: CropRules): Promise<void>;
}

/** The bytes are not a readable picture, or too many. */
export class BrokenPicture extends Error {
  constructor(cause: unknown) {
    super('The file is not a readable picture', { cause });
    this.name = 'BrokenPicture';
  }
}

/** The bytes are not those that the source names. */
export class OtherPicture extends Error {
  constructor() {
    super('The file has another hash');
    this.name = 'OtherPicture';
  }
}

const CENTRE = { x: 0.5, y: 0.5 };
const QUALITY = 80;
/** Looks as good as WebP at 80. */
const AVIF_QUALITY = 50;
/** With a higher effort a picture of 2560 pixels takes longer than the time limit. */
const AVIF_EFFORT = 1;
const RETRY_AFTER_SECONDS = 30;
/** Increase it when the same picture gives another variant. */
const RECIPE = 1;

export function createVariants(cache: ImageCache, pictures: Pictures): Variants {
  return {
    get: (source, variant, format) =>
      cache.get(variantCacheKey(source, variant, format), async () => {
        if (source.size > MAX_MEDIA_FILE_BYTES) throw new BrokenPicture('too large');
        const wanted = { variant, format, focus: source };
        let bytes: Buffer | undefined;
        const fetchBytes = async (): Promise<void> => {
          bytes = await readPictureBytes(source);
        };
        try {
          return await pictures.run((sharp) => encodeVariant(sharp, bytes!, wanted), fetchBytes);
        } catch (cause) {
          if (!bytes || cause instanceof CmsError) throw cause;
          if (cause instanceof PictureTimeout && format === 'avif')
            throw unavailable(cause.message, RETRY_AFTER_SECONDS);
          throw new BrokenPicture(cause);
        }
      }),
    drop(source, crops) {
      const variants = [...VARIANT_NAMES, ...listCrops(crops)];
      return cache.drop(
        VARIANT_FORMATS.flatMap((format) => variants.map((variant) => variantCacheKey(source, variant, format))),
      );
    },
  };
}

function variantCacheKey(
  { version, focalPoint, crops }: Pick<VariantSource, 'version' | keyof PictureFocus>,
  variant: PictureVariant,
  format: VariantFormat,
): string {
  const isCrop = typeof variant !== 'string';
  const { x, y } = ((isCrop || VARIANTS[variant].fit === 'cover') && focalPoint) || CENTRE;
  const name = isCrop ? `crop ${variant.width} ${variant.ratio} ${describeArea(crops?.[variant.of])}` : variant;
  const file = format === 'webp' ? name : `${name}.${format}`;
  return createHash('sha1').update(`${RECIPE} ${file} ${version} ${x} ${y}`).digest('hex');
}

const describeArea = (area: CropArea | undefined): string => (area ? `${area.x} ${area.y} ${area.width}` : '');

/** Variants are kept for everybody who names their version: bytes that are not of that version must not get there. */
async function readPictureBytes({ read, hash: wanted }: VariantSource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  for await (const chunk of await read()) {
    chunks.push(chunk as Buffer);
    if (wanted !== undefined) hash.update(chunk as Buffer);
  }
  if (wanted !== undefined && hash.digest('hex') !== wanted) throw new OtherPicture();
  return Buffer.concat(chunks);
}

interface VariantSpec {
  readonly variant: PictureVariant;
  readonly format: VariantFormat;
  readonly focus: PictureFocus;
}

/** Draws a variant with the camera's orientation applied. EXIF and GPS data are dropped, because no metadata is kept. */
async function encodeVariant(sharp: Sharp, bytes: Buffer, { variant, format, focus }: VariantSpec): Promise<Buffer> {
  const picture = sharp(bytes, PICTURE_LIMITS).timeout({ seconds: PICTURE_SECONDS });
  const { autoOrient: whole } = await picture.metadata();
  const area = shownArea(whole, variant, focus);
  const { width, height } =
    typeof variant === 'string' ? variantSize(variant, whole) : cropSize(variant, area ?? whole);
  const upright = picture.autoOrient();
  if (area) upright.extract(area);
  const resized = upright.resize(width, height, { fit: 'fill' });
  const written =
    format === 'avif'
      ? resized.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT })
      : resized.webp({ quality: QUALITY });
  return written.toBuffer();
}

/** The part of the picture that a variant shows; undefined if that is all of it. */
function shownArea(whole: Size, variant: PictureVariant, focus: PictureFocus): PictureArea | undefined {
  if (typeof variant !== 'string') return cropArea(whole, variant, focus);
  if (VARIANTS[variant].fit !== 'cover') return undefined;
  const { left, top, side } = squareAround(whole, focus.focalPoint ?? CENTRE);
  return { left, top, width: side, height: side };
}
