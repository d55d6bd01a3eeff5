import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';

/** Converts Markdown to HTML. HTML inside it is escaped, and links cannot run scripts. */
export const markdownToHtml = (text: string): string =>
  micromark(text, {
    extensions: [gfmTable(), gfmStrikethrough()],
    htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml()],
  });
