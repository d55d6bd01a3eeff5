/** What stands in place of the words in braces of PREVIEW_URL. */
interface PreviewPlace {
  readonly token: string;
  readonly ref: string | null;
  /** As the sitemap has it, with the slash that it begins with. */
  readonly path: string;
  readonly locale: string;
}

/** The address at which a front end shows a preview. */
export const fillPreviewUrl = (template: string, { token, ref, path, locale }: PreviewPlace): string =>
  template
    // Whoever writes the slash before it means the same.
    .replaceAll(/\/?\{path\}/g, () => path)
    .replaceAll('{token}', () => encodeURIComponent(token))
    .replaceAll('{locale}', () => encodeURIComponent(locale))
    .replaceAll('{ref}', () => encodeURIComponent(ref ?? ''));
