/** A host that no address can name, used as the base to resolve relative addresses. */
const SITE = 'https://relative.invalid';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether an address holds nothing that URL parsers drop silently, so that all of them read the same address. */
export const isCleanAddress = (text: string): boolean => !CONTROL.test(text) && text === text.trim();

function parseAddress(text: string): URL | null {
  // Not `URL.canParse`: front ends run in browsers without it.
  try {
    return new URL(text, SITE);
  } catch {
    return null;
  }
}

/** Whether an address stays on the same site: `//host` and `/\host` do not. */
export const staysOnSite = (text: string): boolean => parseAddress(text)?.origin === SITE;

const hasAllowedScheme = (text: string, schemes: readonly string[]): boolean => {
  if (!isCleanAddress(text)) return false;
  const url = parseAddress(text);
  return url !== null && schemes.includes(url.protocol);
};

/** Whether rich text may link to this: http, https, mailto, tel or a relative address (contract, section 9). */
export const isSafeHref = (text: string): boolean => hasAllowedScheme(text, ['http:', 'https:', 'mailto:', 'tel:']);

/** Whether rich text may load an image from this: http, https or a relative address. */
export const isSafeSource = (text: string): boolean => hasAllowedScheme(text, ['http:', 'https:']);
