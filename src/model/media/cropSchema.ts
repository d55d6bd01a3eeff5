import { integer, number, object, record, type Schema, text } from '../schema/schema.ts';
import { type CropArea, type CropRules, SIZE_NAMES, WIDTH_NAMES } from './mediaVariant.ts';

/** Names that addresses of media have already. */
const TAKEN = ['original', 'info', ...SIZE_NAMES, ...WIDTH_NAMES];

/** The name of a crop. */
export const CROP_NAME = `^(?!(?:${TAKEN.join('|')})$)[a-z][a-z0-9-]{0,39}$`;
const MAX_CROPS = 30;
/** The most pixels of a crop's width: its double must still be a WebP picture. */
export const MAX_CROP_WIDTH = 4000;
export const RATIO = '^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$';

const cropRule = object({
  width: integer({ minimum: 1, maximum: MAX_CROP_WIDTH }),
  ratio: text({ pattern: RATIO, errorMessage: 'must be a ratio such as 16:9' }),
});

/** The crops that a site names. */
export const cropRulesSchema = (): Schema<CropRules> => namedCrops(cropRule);

const cropArea = object({
  ...{ x: number({ minimum: 0, maximum: 1 }), y: number({ minimum: 0, maximum: 1 }) },
  width: number({ exclusiveMinimum: 0, maximum: 1 }),
});

/** The parts of a picture that were chosen for crops, by their names. */
export const cropAreasSchema = (): Schema<Readonly<Record<string, CropArea>>> => namedCrops(cropArea);

const namedCrops = <T>(one: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  ...record(one),
  propertyNames: { pattern: CROP_NAME },
  maxProperties: MAX_CROPS,
});
