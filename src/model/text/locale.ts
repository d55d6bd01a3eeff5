/** Language tags that are device names: Windows could not check out their folders. */
const RESERVED = /^(con|prn|aux|nul)$/i;
const LANGUAGE_TAG = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

/** Tags that were already canonicalized. Sites use few; the number is bounded. */
const known = new Map<string, string | null>();
const MAX_KNOWN = 1000;

/** A BCP 47 tag in its canonical case (`pt-br` → `pt-BR`); null if it is not a tag, or is a device name. */
export function toLocale(tag: string): string | null {
  if (tag.length > 35 || !LANGUAGE_TAG.test(tag) || RESERVED.test(tag)) return null;
  const remembered = known.get(tag);
  if (remembered !== undefined) return remembered;
  const locale = canonicalize(tag);
  if (known.size < MAX_KNOWN) known.set(tag, locale);
  return locale;
}

function canonicalize(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** The languages that stand in for one, the best first: each is followed by its own. */
export function fallbackLocales(fallbacks: Readonly<Record<string, readonly string[]>>, locale: string): string[] {
  const found = new Set<string>();
  const add = (from: string): void => {
    for (const one of Object.hasOwn(fallbacks, from) ? (fallbacks[from] ?? []) : []) {
      if (found.has(one)) continue;
      found.add(one);
      add(one);
    }
  };
  add(locale);
  return [...found];
}

/** Whether `tag` is a locale in its canonical case. */
export const isLocale = (tag: string): boolean => toLocale(tag) === tag;
