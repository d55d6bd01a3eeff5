import { pagePath } from '../model/page/pagePath.ts';
import { canonicalPath } from '../model/text/canonicalPath.ts';
import type { ImportTarget, Json } from './foundSite.ts';
import { createUnique, toKey } from './slugs.ts';

/** Redirects from the former addresses of pages to their new ones, where they differ. */
export interface Redirects {
  add(fromPath: string, page: { readonly locale: string; readonly slug: string }): void;
  readonly all: readonly Json[];
}

export function createRedirects(target: Pick<ImportTarget, 'defaultLocale' | 'homeSlug'>): Redirects {
  const unique = createUnique();
  const seen = new Set<string>();
  const all: Json[] = [];
  return {
    all,
    add(given, page) {
      const fromPath =
        encodeURI(tryDecodeUri(given).replace(/\p{Surrogate}/gu, '\ufffd'))
          .replace(/^\/+/, '/')
          .replace(/(?<=[^/])\/+$/, '') || '/';
      const toPath = pagePath(page, target);
      const isPath = /^\/(?!\/)[^\s?#\\]*$/.test(fromPath) && fromPath.length <= 2000;
      const canonical = canonicalPath(fromPath);
      if (!isPath || canonical === canonicalPath(toPath) || seen.has(canonical)) return;
      seen.add(canonical);
      all.push({ key: unique(toKey(fromPath.replaceAll('/', ' '))), fromPath, toPath });
    },
  };
}

function tryDecodeUri(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
