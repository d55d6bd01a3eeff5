/** What search engines are told in a robots meta tag: Google's list, Bing's, and those against training. */
const RULES: ReadonlySet<string> = new Set([
  ...['all', 'index', 'follow', 'noindex', 'nofollow', 'none', 'noarchive', 'nocache', 'nosnippet', 'notranslate'],
  ...['noimageindex', 'indexifembedded', 'nositelinkssearchbox', 'noodp', 'noydir', 'noai', 'noimageai'],
]);
/** Rules that take a value: a number, a word or a date. */
const VALUED: ReadonlySet<string> = new Set([
  ...['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'],
]);
const VALUE = /^[A-Za-z0-9 :+.-]{1,50}$/;
const MAX_LENGTH = 200;

/** Whether a text is what a robots meta tag may say: rules joined by commas, spaces around them. */
export const isRobots = (text: string): boolean => text.length <= MAX_LENGTH && text.split(',').every(isRule);

function isRule(text: string): boolean {
  // Not `trim`, which takes away line breaks that the text still has.
  const rule = text.toLowerCase().replaceAll(' ', '');
  const colon = rule.indexOf(':');
  if (colon < 0) return RULES.has(rule);
  return VALUED.has(rule.slice(0, colon)) && VALUE.test(text.slice(text.indexOf(':') + 1));
}
