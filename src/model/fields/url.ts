import { isCleanAddress, staysOnSite } from '../richText/href.ts';
import { formatKind } from './textual.ts';

const ABSOLUTE = /^(?:https?:\/\/|mailto:|tel:)/i;

const isUrl = (text: string): boolean => {
  if (!isCleanAddress(text)) return false;
  if (text.startsWith('/') || text.startsWith('#')) return staysOnSite(text);
  return ABSOLUTE.test(text) && URL.canParse(text);
};

/** An address of the web, or of this site: a path from its root, or a fragment. */
export const url = formatKind('url', {
  expected: 'a URL (http, https, mailto or tel) or a path that begins with "/" or "#"',
  test: isUrl,
});
