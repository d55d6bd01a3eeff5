import { createHash } from 'node:crypto';
import type { OverlayOptions } from 'sharp';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import type { DrawnPictures } from '../../media/picture/drawnPictures.ts';
import type { Sharp } from '../../media/picture/pictures.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { descriptionOf } from '../../model/page/pageText.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { drawText, type TextStyle } from './drawText.ts';

/** The texts in a page's picture. */
interface OgWords {
  readonly title: string;
  readonly description: string | null;
  readonly siteName: string;
  /** What kind of page it is. */
  readonly type: string | null;
}

/** The words on the picture of a page for sharing. */
export const showOgWords = ({ data }: Entry<Page>, content: PublicContent): OgWords => ({
  title: data.title,
  description: descriptionOf(data, content),
  siteName: content.settings().siteName,
  type: content.byKey('contentType', data.type)?.data.name ?? null,
});

/** Increase it when the same words give another picture. */
const RECIPE = 1;

/**
 * The picture with these words: 1200 × 630, PNG.
 *
 * @throws CmsError SERVICE_UNAVAILABLE if the machine is too busy
 */
export function drawOgPicture(words: OgWords, drawn: DrawnPictures): Promise<Buffer> {
  const name = createHash('sha1')
    .update(JSON.stringify([RECIPE, words]))
    .digest('hex');
  return drawn.get('og', name, (sharp) => drawWords(sharp, words));
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;
const BAR = 14;

/** The background's colours: top left, top right, bottom left, bottom right, blended in between. */
const CORNERS = Buffer.from([16, 24, 48, 23, 37, 66, 12, 18, 36, 18, 52, 82]);
const ACCENT = '#7dd3fc';

const SITE: TextStyle = { weight: 'Bold', sizes: [34], colour: ACCENT, maxWidth: 720, maxHeight: 50, maxLength: 80 };
const TYPE: TextStyle = {
  weight: 'Regular',
  sizes: [28],
  colour: '#9fb3c8',
  maxWidth: 280,
  maxHeight: 44,
  maxLength: 40,
};
const TITLE: TextStyle = {
  weight: 'Bold',
  sizes: [80, 68, 58, 48, 40],
  colour: '#ffffff',
  maxWidth: INNER,
  maxHeight: 290,
  maxLength: 200,
};
const DESCRIPTION: TextStyle = {
  weight: 'Regular',
  sizes: [32],
  colour: '#cbd5e1',
  maxWidth: INNER,
  maxHeight: 96,
  maxLength: 200,
};

const TITLE_TOP = 170;
const GAP = 36;

async function drawWords(sharp: Sharp, words: OgWords): Promise<Buffer> {
  const [site, type, title, description] = await Promise.all([
    drawText(sharp, cleanLine(words.siteName), SITE),
    drawText(sharp, cleanLine(words.type ?? ''), TYPE),
    drawText(sharp, cleanLine(words.title), TITLE),
    drawText(sharp, cleanLine(words.description ?? ''), DESCRIPTION),
  ]);
  const below = TITLE_TOP + (title?.height ?? 0) + GAP;
  const overlays: readonly (OverlayOptions | null)[] = [
    bar(),
    site && { input: site.png, left: MARGIN, top: 72 },
    type && { input: type.png, left: WIDTH - MARGIN - type.width, top: 76 },
    title && { input: title.png, left: leftOf(title), top: TITLE_TOP },
    description && { input: description.png, left: leftOf(description), top: below },
  ];
  const background = sharp(CORNERS, { raw: { width: 2, height: 2, channels: 3 } });
  return (
    background
      // Cuts out the part between the centres of the four pixels, where they blend.
      .resize(2 * WIDTH, 2 * HEIGHT, { fit: 'fill', kernel: 'linear' })
      .extract({ left: WIDTH / 2, top: HEIGHT / 2, width: WIDTH, height: HEIGHT })
      .composite(overlays.filter((overlay) => overlay !== null))
      .png({ compressionLevel: 9 })
      .toBuffer()
  );
}

const bar = (): OverlayOptions => ({
  input: { create: { width: WIDTH, height: BAR, channels: 3, background: ACCENT } },
  left: 0,
  top: HEIGHT - BAR,
});

/** Texts that are read from right to left are aligned right. */
const leftOf = ({ isFromRight, width }: { readonly isFromRight: boolean; readonly width: number }): number =>
  isFromRight ? WIDTH - MARGIN - width : MARGIN;
