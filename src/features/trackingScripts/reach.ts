import type { Page } from '../../model/entities/page.ts';
import { bothOf, differs, type ReachRule, type ReachRules } from '../../view/reach/publicChange.ts';
import { addOne, type Reach } from '../../view/reach/reach.ts';
import { findPublicSlugs } from '../../view/site/site.ts';
import type { TrackingScript } from './entity.ts';

const trackingScript: ReachRule<TrackingScript> = (change, reach) => {
  if (!differs(change, ({ id, data: { key: _, ...shown } }) => [id, shown])) return;
  const { content } = reach;
  const all = [...bothOf(change), ...content.all('trackingScript')];
  const isGlobal = bothOf(change).some(({ data }) => data.scope === 'global');
  const targets = (isGlobal ? all : bothOf(change)).filter(({ data }) => data.scope === 'targeted');
  if (isGlobal) addOne('tracking-scripts', reach);
  const slugs = new Set(targets.flatMap(({ data }) => data.targetPages));
  // Nothing about hidden pages may appear, not even that a script targets one.
  addScripts(findPublicSlugs([...slugs], content), reach);
};

const page: ReachRule<Page> = (change, reach) => {
  if (!differs(change, ({ data }) => data.slug)) return;
  const slugs = bothOf(change).map(({ data }) => data.slug);
  const scripts = [...reach.content.all('trackingScript')].filter(({ data }) => data.scope === 'targeted');
  addScripts(
    slugs.filter((slug) => scripts.some(({ data }) => data.targetPages.includes(slug))),
    reach,
  );
};

/** The tracking scripts of pages with these slugs. */
function addScripts(slugs: readonly string[], { addresses }: Reach): void {
  if (slugs.length > 0) addresses.add('api/content/tracking-scripts');
  for (const slug of slugs) addresses.add(`api/content/tracking-scripts/${slug}.json`);
}

export const trackingScriptReach: ReachRules = { trackingScript, page };
