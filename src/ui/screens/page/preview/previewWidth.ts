/** The widths of the preview beside a page. */
export const PREVIEWS = ['phone', 'tablet', 'desktop'] as const;
export type PreviewWidth = (typeof PREVIEWS)[number];

/** On a phone, the preview starts at a phone's width. */
export const widthAtFirst = (): PreviewWidth => (matchMedia('(max-width: 48rem)').matches ? 'phone' : 'desktop');
