/**
 * The kinds of content types (`settings.kind`): any number of pages; a single page for each locale, always with the same
 * slug; records without an address, whose slug is only a key.
 */
export const CONTENT_TYPE_KINDS = ['page', 'single', 'data'] as const;
export type ContentTypeKind = (typeof CONTENT_TYPE_KINDS)[number];

interface TypeWithSettings {
  readonly settings?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The kind of a content type; an unknown one counts as `page`. */
export const kindOfType = ({ settings }: TypeWithSettings): ContentTypeKind =>
  CONTENT_TYPE_KINDS.find((kind) => kind === settings?.['kind']) ?? 'page';
