import { formatKind } from '../../model/fields/kinds/textKind.ts';
import { isCleanAddress, staysOnSite } from '../../model/richText/href.ts';

const ABSOLUTE = /^(?:https?:\/\/|mailto:|tel:)/i;

const isUrl = (text: string): boolean => {
  if (!isCleanAddress(text)) return false;
  if (text.startsWith('/') || text.startsWith('#')) return staysOnSite(text);
  return ABSOLUTE.test(text) && URL.canParse(text);
};

/** An address on the web, or on this site: a path from its root, or a fragment. */
export const urlField = formatKind('url', {
  reason: 'url',
  expected: 'a URL (http, https, mailto or tel) or a path that begins with "/" or "#"',
  test: isUrl,
});
