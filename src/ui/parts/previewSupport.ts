/** Whether the site can show previews: it may have no address for them, or one that cannot take the token. */
export type PreviewSupport = 'ready' | 'none' | 'noToken';

/** @param previewUrl the address of the site's preview page, with placeholders; null without one */
export function previewSupport(previewUrl: string | null): PreviewSupport {
  if (previewUrl === null) return 'none';
  return previewUrl.includes('{token}') ? 'ready' : 'noToken';
}
