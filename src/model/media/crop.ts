import { type Infer, integer, number, object, record, type Schema, text } from '../schema/schema.ts';
import { SIZE_NAMES, type Size, WIDTH_NAMES } from './mediaVariant.ts';

declare module '../entry.ts' {
  interface SiteCode {
    /** The crops that the configuration names; absent if it names none. */
    readonly crops?: CropRules;
  }
}

/** Names that addresses of media have already. */
const TAKEN = ['original', 'info', ...SIZE_NAMES, ...WIDTH_NAMES];

/** The name of a crop. */
export const CROP_NAME = `^(?!(?:${TAKEN.join('|')})$)[a-z][a-z0-9-]{0,39}$`;
const MAX_CROPS = 30;
/** The most pixels of a crop's width: its double must still be a WebP picture. */
export const MAX_CROP_WIDTH = 4000;
export const RATIO = '^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$';

const cropRule = object({
  /** In pixels. */
  width: integer({ minimum: 1, maximum: MAX_CROP_WIDTH }),
  /** Width and height in relation: `16:9`. */
  ratio: text({ pattern: RATIO, errorMessage: 'must be a ratio such as 16:9' }),
});

/** A crop that a site names. */
export type CropRule = Infer<typeof cropRule>;
/** The crops that a site names. */
export type CropRules = Readonly<Record<string, CropRule>>;

export const cropRulesSchema = (): Schema<CropRules> => namedCrops(cropRule);

/**
 * A part of a picture, from 0 to 1: how far it is from the left and from the top, and its width in widths of the picture.
 * Its height follows from the ratio of the crop.
 */
const cropAreaShape = object({
  ...{ x: number({ minimum: 0, maximum: 1 }), y: number({ minimum: 0, maximum: 1 }) },
  width: number({ exclusiveMinimum: 0, maximum: 1 }),
});
export type CropArea = Infer<typeof cropAreaShape>;

/** The parts of a picture that were chosen for crops, by their names. */
export const cropAreasSchema = (): Schema<Readonly<Record<string, CropArea>>> => namedCrops(cropAreaShape);
const namedCrops = <T>(one: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  ...record(one),
  propertyNames: { pattern: CROP_NAME },
  maxProperties: MAX_CROPS,
});

/** A crop of a site at one of its sizes, which is a variant of each picture: `hero`, `hero@2x`. */
export interface Crop {
  readonly name: string;
  /** The name of the crop without its size. */
  readonly of: string;
  /** In pixels. */
  readonly width: number;
  /** Width by height. */
  readonly ratio: number;
}

/** A part of a picture, in pixels. */
export interface PictureArea extends Size {
  readonly left: number;
  readonly top: number;
}

/** What decides which part of a picture a crop shows. */
export interface PictureFocus {
  readonly focalPoint?: { readonly x: number; readonly y: number } | undefined;
  /** The parts that somebody has chosen, by the name of their crop. */
  readonly crops?: Readonly<Record<string, CropArea>> | undefined;
}

/** Each crop at its width, and at twice that for screens of twice the resolution. */
export const listCrops = (rules: CropRules): readonly Crop[] =>
  Object.entries(rules).flatMap(([of, { width, ratio }]) => [
    { of, name: of, width, ratio: readRatio(ratio) },
    { of, name: `${of}@2x`, width: 2 * width, ratio: readRatio(ratio) },
  ]);

/** The crop of this name; undefined if the site has none. */
export const findCrop = (rules: CropRules, name: string): Crop | undefined =>
  listCrops(rules).find((crop) => crop.name === name);

/** @param ratio such as `16:9` */
export function readRatio(ratio: CropRule['ratio']): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

const CENTRE = { x: 0.5, y: 0.5 };

/**
 * The part of a picture that a crop shows: the one that was chosen for it, in the ratio that the crop has now, or else the
 * largest that fits, as close to centred on the focal point as the edges allow.
 */
export function cropArea(whole: Size, { of, ratio }: Pick<Crop, 'of' | 'ratio'>, focus: PictureFocus): PictureArea {
  const chosen = focus.crops && Object.hasOwn(focus.crops, of) ? focus.crops[of] : undefined;
  const widest = Math.min(whole.width, whole.height * ratio);
  const width = Math.max(1, Math.round(Math.min(widest, chosen ? chosen.width * whole.width : widest)));
  const height = Math.max(1, Math.min(whole.height, Math.round(width / ratio)));
  if (chosen)
    return {
      width,
      height,
      ...fitInto(whole, { left: chosen.x * whole.width, top: chosen.y * whole.height, width, height }),
    };
  const { x, y } = focus.focalPoint ?? CENTRE;
  const centred = { left: whole.width * x - width / 2, top: whole.height * y - height / 2, width, height };
  return { width, height, ...fitInto(whole, centred) };
}

const fitInto = (whole: Size, { left, top, width, height }: PictureArea): Pick<PictureArea, 'left' | 'top'> => ({
  left: Math.round(Math.min(Math.max(left, 0), whole.width - width)),
  top: Math.round(Math.min(Math.max(top, 0), whole.height - height)),
});

/** The size of a crop of this part of a picture, which is never enlarged. */
export function cropSize({ width, ratio }: Pick<Crop, 'width' | 'ratio'>, area: Size): Size {
  if (area.width <= width) return { width: area.width, height: area.height };
  return { width, height: Math.max(1, Math.round(width / ratio)) };
}

/** The crops that a picture of this size has: at twice the width only where that shows more. */
export function cropsOfPicture(rules: CropRules, whole: Size, focus: PictureFocus): readonly (Crop & { size: Size })[] {
  return listCrops(rules).flatMap((crop) => {
    const area = cropArea(whole, crop, focus);
    const isDouble = crop.name !== crop.of;
    return isDouble && area.width <= crop.width / 2 ? [] : [{ ...crop, size: cropSize(crop, area) }];
  });
}
