import { cropAreasSchema } from '../../model/media/cropSchema.ts';
import { namedSchema, object } from '../../model/schema/schema.ts';
import {
  ANSWERED_IN,
  arrayOf,
  contentKind,
  idShape,
  integerShape,
  orNull,
  rawObject,
  stringShape,
  timeShape,
  translated,
} from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const media = {
  ...{
    id: idShape,
    filename: stringShape,
    originalName: stringShape,
    mimeType: stringShape,
    size: orNull(integerShape),
  },
  ...{
    width: orNull(integerShape),
    height: orNull(integerShape),
    altText: orNull(stringShape),
    title: orNull(stringShape),
    url: stringShape,
  },
  ...{
    variantUrls: object({ thumbnail: stringShape, medium: stringShape, large: stringShape }),
    srcset: orNull(stringShape),
    metadata: rawObject,
    createdAt: timeShape,
  },
};
const adminMedia = {
  ...media,
  ...{ folder: orNull(stringShape), focalPoint: orNull(rawObject), dominantColor: orNull(stringShape) },
  ...{ placeholder: orNull(stringShape), updatedAt: timeShape, createdBy: orNull(stringShape) },
};

const WORDS = translated({ title: stringShape, altText: stringShape });

/** The parts of the picture that were chosen for crops; absent if none was. */
const CHOSEN = { crops: cropAreasSchema() };

/** A crop that the site names, and how it shows the picture; all of them are absent if the site names none. */
const SITE_CROP = object({ name: stringShape, width: integerShape, ratio: stringShape, url: stringShape });

/** A record that refers to a media item. */
export const MEDIA_REFERENCE = namedSchema(
  'MediaReference',
  object({ type: contentKind, id: idShape, title: stringShape }, { slug: stringShape, locale: stringShape }),
);

/** Another item with the same file. */
export const MEDIA_DOUBLE = namedSchema(
  'MediaDouble',
  object({ id: idShape, title: orNull(stringShape), originalName: stringShape, folder: orNull(stringShape) }),
);

/** A media item in a list. */
export const MEDIA_ITEM = namedSchema('AdminMediaItem', object(adminMedia, { ...CHOSEN, ...WORDS }));
/** A media item by itself. */
export const MEDIA = namedSchema(
  'AdminMedia',
  object(
    { ...adminMedia, usage: arrayOf(MEDIA_REFERENCE) },
    { ...CHOSEN, ...WORDS, siteCrops: arrayOf(SITE_CROP), ...DRAFT_FACTS },
  ),
);
/** A media item as everybody sees it; only pictures have variants. */
export const MEDIA_INFO = namedSchema(
  'Media',
  object(
    { ...media, alt: orNull(stringShape), variants: rawObject },
    {
      // By itself, and where a path of `expand` leads to it.
      ...{ focalPoint: orNull(rawObject), dominantColor: orNull(stringShape), placeholder: orNull(stringShape) },
      ...ANSWERED_IN,
    },
  ),
);
