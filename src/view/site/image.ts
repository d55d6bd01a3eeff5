import type { Lookup } from '../../model/entry.ts';
import { shownText } from '../../model/page/shownValues.ts';
import { mediaKey } from '../../model/richText/imageSource.ts';
import { mediaUrls } from '../media.ts';

/** The address of a picture that a record names: that of the media item for `media:<key>`, else as it is written. */
export function showImage(source: string | undefined, lookup: Lookup): string | null {
  const key = mediaKey(source);
  if (key === undefined) return shownText(source, 'imageAddress');
  const media = lookup.byKey('media', key);
  return media ? mediaUrls(media).url : null;
}
