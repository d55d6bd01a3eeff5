import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import { trimEnd } from '../../lib/text/trimEnds.ts';
import type { Sharp } from '../../media/picture/pictures.ts';

export interface TextStyle {
  readonly weight: 'Regular' | 'Bold';
  /** In pixels, the largest first: the first one that fits is used. */
  readonly sizes: readonly number[];
  readonly colour: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** In characters; longer texts are cut. */
  readonly maxLength: number;
}

/** A text as a picture, cropped to what is visible. */
export interface DrawnText {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Whether it is read from right to left. */
  readonly isFromRight: boolean;
}

/** How much of a text to keep each time it does not fit in the smallest size. */
const SHORTER = 0.85;

/** A sign that can be seen. The library refuses to draw a text without any, such as a soft hyphen alone. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\s]/u;

/** Draws a text, wrapped, and cut with an ellipsis if it does not fit; null if there is nothing to see. */
export async function drawText(sharp: Sharp, text: string, style: TextStyle): Promise<DrawnText | null> {
  if (!VISIBLE.test(text)) return null;
  let characters = [...text];
  if (characters.length > style.maxLength) characters = ellipsis(characters, style.maxLength);
  for (;;) {
    const drawn = await drawFitting(sharp, characters.join(''), style);
    if (drawn.height <= style.maxHeight || characters.length < 3) return shrink(sharp, drawn, style);
    characters = ellipsis(characters, Math.floor(characters.length * SHORTER));
  }
}

/** Draws the text in the first size that fits, otherwise in the last. */
async function drawFitting(sharp: Sharp, text: string, style: TextStyle): Promise<DrawnText> {
  const [size = 0, ...smaller] = style.sizes;
  const drawn = await render(sharp, text, { ...style, size });
  if (drawn.height <= style.maxHeight || smaller.length === 0) return drawn;
  return drawFitting(sharp, text, { ...style, sizes: smaller });
}

/** Marks without letters to stand on are not wrapped, so their line may be longer than a picture can hold. */
async function shrink(sharp: Sharp, drawn: DrawnText, { maxWidth, maxHeight }: TextStyle): Promise<DrawnText> {
  if (drawn.width <= maxWidth && drawn.height <= maxHeight) return drawn;
  const resized = sharp(drawn.png).resize({ width: maxWidth, height: maxHeight, fit: 'inside' });
  const { data: png, info } = await resized.png().toBuffer({ resolveWithObject: true });
  return { ...drawn, png, width: info.width, height: info.height };
}

const FAMILIES = 'Inter, Noto Sans Arabic, Noto Sans JP, Noto Color Emoji';

async function render(
  sharp: Sharp,
  text: string,
  { size, weight, colour, maxWidth }: TextStyle & { readonly size: number },
): Promise<DrawnText> {
  const isFromRight = isReadFromRight(text);
  const input = {
    text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
    font: `${FAMILIES} ${weight} ${size}`,
    width: maxWidth,
    rgba: true,
    // Makes a point one pixel.
    dpi: 72,
    wrap: 'word-char',
  } as const;
  const { data: png, info } = await sharp({ text: input }).png().toBuffer({ resolveWithObject: true });
  return { png, width: info.width, height: info.height, isFromRight };
}

const LETTER = /\p{L}/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Decides by the first letter, as the Unicode bidirectional algorithm does (UAX 9, P2). */
const isReadFromRight = (text: string): boolean => FROM_RIGHT.test(LETTER.exec(text)?.[0] ?? '');

function ellipsis(characters: readonly string[], length: number): string[] {
  const kept = trimEnd(characters.slice(0, length - 1).join(''), /[\s….,;:–-]/);
  return [...kept, '…'];
}
