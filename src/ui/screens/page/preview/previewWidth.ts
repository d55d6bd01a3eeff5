/** How wide the preview beside a page is. */
export const PREVIEWS = ['phone', 'tablet', 'desktop'] as const;
export type PreviewWidth = (typeof PREVIEWS)[number];
