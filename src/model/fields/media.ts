import { pointerKind } from './pointer.ts';
import { MEDIA } from './target.ts';

/** A media item. */
export const media = pointerKind('media', MEDIA);
