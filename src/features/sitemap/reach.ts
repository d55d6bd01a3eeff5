import type { Page } from '../../model/entities/page.ts';
import { bothOf, type ReachRule, type ReachRules } from '../../view/reach/publicChange.ts';
import type { Reach } from '../../view/reach/reach.ts';
import { isListed, MAX_URLS } from './view.ts';

const page: ReachRule<Page> = (change, reach) => {
  if (bothOf(change).some(isListed)) addSitemap(reach);
};

function addSitemap({ addresses, content }: Reach): void {
  for (const path of ['sitemap.xml', 'api/content/sitemap.xml', 'api/content/sitemap']) addresses.add(path);
  const { length } = content.pages({}, 'slug', 'asc');
  // One part more than there are: the last one may just have become unnecessary.
  if (length >= MAX_URLS)
    for (let part = 1; part <= Math.ceil(length / MAX_URLS) + 1; part += 1) addresses.add(`sitemap-${part}.xml`);
}

export const sitemapReach: ReachRules = { page };
