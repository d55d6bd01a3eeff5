import type { PublicContent } from '../../view/publicContent.ts';

/** A version of the site, or the live one, as it is shown. */
export interface ShownContent {
  readonly content: PublicContent;
  /** The same with pages of any status. */
  readonly preview: PublicContent;
}
