import { renderHtml } from '../model/richText/renderHtml.ts';

/** What a rich text document is shown as; the addresses in it stay as they are. */
const FORMATS = {
  json: (document: unknown): unknown => document,
  html: (document: unknown): unknown => renderHtml(document),
};

export type RichTextFormat = keyof typeof FORMATS;
export const RICH_TEXT_FORMATS = Object.keys(FORMATS) as RichTextFormat[];

export const showRichText = (document: unknown, format: RichTextFormat): unknown => FORMATS[format](document);
