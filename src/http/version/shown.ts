import type { PublicContent } from '../../view/publicContent.ts';

/** A version of the site as it is shown, the live one too. */
export interface Shown {
  readonly content: PublicContent;
  /** With pages of any status. */
  readonly preview: PublicContent;
}
