import type { Media, PICTURE_KEYS } from '../../model/entities/media.ts';
import { CmsError, invalidAt } from '../../model/errors.ts';
import { because, type Wording } from '../../model/reason.ts';
import { PICTURE_LIMITS, PICTURE_SECONDS, type Pictures, PictureTimeout, type Sharp } from './pictures.ts';

/** Facts about a picture as it is shown, with the camera's orientation applied. */
export type PictureFacts = Required<Pick<Media, (typeof PICTURE_KEYS)[number]>>;

/** Pixels of the longer side, so that the data URL takes a few hundred bytes. */
const PLACEHOLDER_SIDE = 16;
const SAMPLE_SIDE = 64;

/**
 * @param picture its bytes, or the file that holds them
 * @throws CmsError VALIDATION for a picture that is broken, has too many pixels or takes too long
 */
export async function inspectPicture(picture: string | Buffer, pictures: Pictures): Promise<PictureFacts> {
  try {
    return await pictures.run((sharp) => readPictureFacts(sharp, picture));
  } catch (cause) {
    if (cause instanceof CmsError) throw cause;
    throw invalidAt(['file'], explainPictureError(cause));
  }
}

async function readPictureFacts(sharp: Sharp, given: string | Buffer): Promise<PictureFacts> {
  const picture = sharp(given, PICTURE_LIMITS).timeout({ seconds: PICTURE_SECONDS });
  const { autoOrient: size } = await picture.metadata();
  // Reads every pixel, so that a truncated picture is detected.
  const sample = await picture.autoOrient().resize(fitInside(SAMPLE_SIDE)).png().toBuffer();
  const { dominant } = await sharp(sample).stats();
  const tiny = await sharp(sample).resize(fitInside(PLACEHOLDER_SIDE)).webp({ quality: 40 }).toBuffer();
  return {
    ...size,
    dominantColor: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  };
}

const fitInside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

/** Replaces the library's own messages, which may name files. */
export function explainPictureError(error: unknown): Wording {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit|exceeds/i.test(message)) return because('unfitPicture', 'has more than 40 megapixels', {});
  if (error instanceof PictureTimeout || /timeout/i.test(message))
    return because('unfitPicture', 'takes too long to read', {});
  return because('unfitPicture', 'is not a readable picture: it is broken or incomplete', {});
}
