/** What search engines are told in a robots meta tag: Google's list, Bing's, and those against training. */
const RULES =
  'all|index|follow|noindex|nofollow|none|noarchive|nocache|nosnippet|notranslate|noimageindex|indexifembedded|nositelinkssearchbox|noodp|noydir|noai|noimageai';
/** Rules that take a value: a number, a word or a date. */
const VALUED = 'max-snippet|max-image-preview|max-video-preview|unavailable_after';
const RULE = new RegExp(`^(?:(?:${RULES})|(?:${VALUED}): ?[A-Za-z0-9+-][A-Za-z0-9 :+.-]{0,40})$`, 'i');
const MAX_LENGTH = 200;

/** Whether a text is what a robots meta tag may say: rules joined by commas. */
export const isRobots = (text: string): boolean =>
  text.length <= MAX_LENGTH && /^[ -~]*$/.test(text) && text.split(',').every((rule) => RULE.test(rule.trim()));
