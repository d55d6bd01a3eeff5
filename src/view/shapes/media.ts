import { named, object } from '../../model/schema/schema.ts';
import { id, integer, listOf, orNull, rawObject, string, time } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const media = {
  ...{ id, filename: string, originalName: string, mimeType: string, size: orNull(integer) },
  ...{ width: orNull(integer), height: orNull(integer), altText: orNull(string), title: orNull(string), url: string },
  ...{
    variantUrls: object({ thumbnail: string, medium: string, large: string }),
    srcset: orNull(string),
    metadata: rawObject,
    createdAt: time,
  },
};
const adminMedia = {
  ...media,
  ...{ folder: orNull(string), focalPoint: orNull(rawObject), dominantColor: orNull(string) },
  ...{ placeholder: orNull(string), updatedAt: time, createdBy: orNull(string) },
};

/** A record that refers to a media item. */
export const MEDIA_REFERENCE = named(
  'MediaReference',
  object({ type: string, id, title: string }, { slug: string, locale: string }),
);

/** Another item with the same file. */
export const MEDIA_DOUBLE = named(
  'MediaDouble',
  object({ id, title: orNull(string), originalName: string, folder: orNull(string) }),
);

/** A media item in a list. */
export const MEDIA_ITEM = named('AdminMediaItem', object(adminMedia));
/** A media item by itself. */
export const MEDIA = named('AdminMedia', object({ ...adminMedia, usage: listOf(MEDIA_REFERENCE) }, DRAFT_FACTS));
/** A media item as everybody sees it; only pictures have variants. */
export const MEDIA_INFO = named('Media', object({ ...media, alt: orNull(string), variants: rawObject }));
