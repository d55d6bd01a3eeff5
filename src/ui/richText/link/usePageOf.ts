import { useEffect, useState } from 'react';
import { readPageLink } from '../document/href.ts';
import { type PageChoice, useRichTextContext } from '../sources.ts';

/** The page that an address names: undefined for other addresses and while loading, null if the page no longer exists. */
export function usePageOf(href: string): PageChoice | null | undefined {
  const { sources } = useRichTextContext();
  const key = readPageLink(href)?.key;
  const [found, setFound] = useState<{ readonly key: string; readonly page: PageChoice | null }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    const abort = new AbortController();
    sources.findPage(key, abort.signal).then(
      (page) => setFound({ key, page: page ?? null }),
      // If this fails, the address itself is shown.
      () => {},
    );
    return () => abort.abort();
  }, [sources, key]);
  return found !== undefined && found.key === key ? found.page : undefined;
}
