import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import { trimEnd } from '../../lib/text/trimEnds.ts';
import type { Sharp } from './pictures.ts';

export interface TextStyle {
  readonly weight: 'Regular' | 'Bold';
  /** Pixels: the first with which the text fits, the largest first. */
  readonly sizes: readonly number[];
  readonly colour: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Characters; more are cut. */
  readonly maxLength: number;
}

/** A text as a picture, cut to what is seen of it. */
export interface DrawnText {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Whether it is read from right to left. */
  readonly isFromRight: boolean;
}

/** What is kept of a text each time it does not fit with its smallest size. */
const SHORTER = 0.85;

/** Draws one line of text, wrapped and cut with an ellipsis where it does not fit; null for an empty one. */
export async function drawText(sharp: Sharp, text: string, style: TextStyle): Promise<DrawnText | null> {
  if (text === '') return null;
  let characters = [...text];
  if (characters.length > style.maxLength) characters = ellipsis(characters, style.maxLength);
  for (;;) {
    const drawn = await drawFitting(sharp, characters.join(''), style);
    if (drawn.height <= style.maxHeight || characters.length < 3) return drawn;
    characters = ellipsis(characters, Math.floor(characters.length * SHORTER));
  }
}

/** The text in the first size that fits, else in the last. */
async function drawFitting(sharp: Sharp, text: string, style: TextStyle): Promise<DrawnText> {
  const [size = 0, ...smaller] = style.sizes;
  const drawn = await render(sharp, text, { ...style, size });
  if (drawn.height <= style.maxHeight || smaller.length === 0) return drawn;
  return drawFitting(sharp, text, { ...style, sizes: smaller });
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
    // A point is a pixel then.
    dpi: 72,
    wrap: 'word-char',
  } as const;
  const { data: png, info } = await sharp({ text: input }).png().toBuffer({ resolveWithObject: true });
  return { png, width: info.width, height: info.height, isFromRight };
}

const LETTER = /\p{L}/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** By its first letter, as the Unicode bidirectional algorithm decides (UAX 9, P2). */
const isReadFromRight = (text: string): boolean => FROM_RIGHT.test(LETTER.exec(text)?.[0] ?? '');

function ellipsis(characters: readonly string[], length: number): string[] {
  const kept = trimEnd(characters.slice(0, length - 1).join(''), /[\s….,;:–-]/);
  return [...kept, '…'];
}
