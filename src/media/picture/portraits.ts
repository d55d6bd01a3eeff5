import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import { CmsError, invalidAt } from '../../model/errors.ts';
import { makePrivateFolder, writePrivateFile } from '../../store/privateFolder.ts';
import { explainPictureError } from './inspectPicture.ts';
import { PICTURE_LIMITS, PICTURE_SECONDS, type Pictures, type Sharp } from './pictures.ts';

/** The pictures of people, drawn anew from what they have uploaded: small, square, without metadata. */
export interface Portraits {
  /**
   * Keeps a picture and returns its hash, which changes with it.
   *
   * @throws CmsError VALIDATION for what is no picture, has too many pixels or takes too long
   */
  save(userId: number, bytes: Buffer): Promise<string>;
  /** The picture as WebP; null if there is none. */
  read(userId: number): Promise<Buffer | null>;
  remove(userId: number): Promise<void>;
}

/** Twice as large as it is ever shown. */
const SIDE = 256;
/** A file that people upload. */
export const MAX_PORTRAIT_BYTES = 10 * 1024 * 1024;

/** Keeps them in `<privateDir>/portraits/<user id>.webp`. */
export function createPortraits({ privateDir, pictures }: { privateDir: string; pictures: Pictures }): Portraits {
  const folder = join(privateDir, 'portraits');
  const pathOf = (userId: number): string => join(folder, `${userId}.webp`);
  return {
    async save(userId, bytes) {
      const portrait = await pictures
        .run((sharp) => drawPortrait(sharp, bytes))
        .catch((cause: unknown) => {
          throw cause instanceof CmsError ? cause : invalidAt(['file'], explainPictureError(cause));
        });
      await makePrivateFolder(folder);
      await writePrivateFile(pathOf(userId), portrait);
      return createHash('sha256').update(portrait).digest('hex').slice(0, 16);
    },
    read: (userId) => nullIfMissing(readFile(pathOf(userId))),
    remove: (userId) => rm(pathOf(userId), { force: true }),
  };
}

const drawPortrait = (sharp: Sharp, bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, PICTURE_LIMITS)
    .timeout({ seconds: PICTURE_SECONDS })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .toBuffer();
