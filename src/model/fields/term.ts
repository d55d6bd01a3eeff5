import { pointerKind } from './pointer.ts';
import { TERM } from './target.ts';

/** A term of any vocabulary. */
export const term = pointerKind('term', TERM);
