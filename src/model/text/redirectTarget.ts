/** A path that stays on the site, so never `//host`, or the beginning of a URL (SECURITY, 30). */
const TARGET = /^(\/(?![/\\])|https?:\/\/)[^\s\\]*$/;

/** Whether a redirect may lead to this: a path of the site, or an http(s) URL. */
export const isRedirectTarget = (text: string): boolean =>
  TARGET.test(text) && (text.startsWith('/') || URL.canParse(text));
