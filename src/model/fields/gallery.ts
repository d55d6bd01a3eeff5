import { listKind } from './listKind.ts';
import { media } from './media.ts';

/** Media items in order; `min` and `max` count them. */
export const gallery = listKind('gallery', media);
