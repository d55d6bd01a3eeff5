/** The values for the placeholders in PREVIEW_URL. */
interface PreviewUrlValues {
  readonly token: string;
  readonly ref: string | null;
  /** The path of the page as in the sitemap, with its leading slash. */
  readonly path: string;
  readonly locale: string;
}

/** The address at which a front end shows a preview. */
export const fillPreviewUrl = (template: string, { token, ref, path, locale }: PreviewUrlValues): string =>
  template
    // The path brings its own slash, so one before the placeholder is dropped.
    .replaceAll(/\/?\{path\}/g, () => path)
    .replaceAll('{token}', () => encodeURIComponent(token))
    .replaceAll('{locale}', () => encodeURIComponent(locale))
    .replaceAll('{ref}', () => encodeURIComponent(ref ?? ''));
