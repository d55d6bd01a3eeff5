/** How wide the preview beside a page is. */
export const PREVIEWS = ['phone', 'tablet', 'desktop'] as const;
export type PreviewWidth = (typeof PREVIEWS)[number];

/** On a phone the page is looked at as on a phone. */
export const widthAtFirst = (): PreviewWidth => (matchMedia('(max-width: 48rem)').matches ? 'phone' : 'desktop');
