import { isDeepStrictEqual } from 'node:util';
import type { Menu } from '../../model/entities/menu.ts';
import type { Page } from '../../model/entities/page.ts';
import { type Redirect, targetPath } from '../../model/entities/redirect.ts';
import type { Settings } from '../../model/entities/settings.ts';
import { flattenTerms, type Taxonomy, type Term } from '../../model/entities/taxonomy.ts';
import type { TrackingScript } from '../../model/entities/trackingScript.ts';
import type { Entry } from '../../model/entry.ts';
import { pageKeyAt, pagePath } from '../../model/page/pagePath.ts';
import { DEFAULT_SETTINGS } from '../../model/siteSettings.ts';
import { listOfTerm } from '../lists.ts';
import { showMenu } from '../site/menu.ts';
import { findPublicSlugs, showSite } from '../site/site.ts';
import { showTerm, showTermTree } from '../site/taxonomy.ts';
import { reachMentions } from './mentions.ts';
import { bothOf, changedKeys, differs, type ReachRule } from './publicChange.ts';
import { addMenu, addOne, addPictures, addScripts, addSite, type Reach } from './reach.ts';

export const menuReach: ReachRule<Menu> = (change, reach) => {
  if (!differs(change, (one) => showMenu(one, reach.content))) return;
  for (const key of changedKeys(change)) addMenu(key, reach);
};

export const redirectReach: ReachRule<Redirect> = (change, reach) => {
  const { content } = reach;
  const { kind, before, after } = change;
  const leadsToShown = ({ data }: Entry<Redirect>): boolean =>
    !content.hides?.('page', pageKeyAt(targetPath(data.toPath), content.settings()));
  const shown = {
    kind,
    before: before && leadsToShown(before) ? before : null,
    after: after && !content.hides?.('redirect', after.key) ? after : null,
  };
  // Another one that leads here is shown only if this one leads to no hidden page.
  const isLedTo = bothOf(change).some(({ data }) => content.isRedirectedTo(data.fromPath));
  if (isLedTo || differs(shown, ({ id, data }) => [id, data.fromPath, data.toPath, data.statusCode]))
    addRedirects(reach);
};

/** The redirects that lead to a page are shown as long as the page is. */
export function addRedirectsTo(pages: readonly Entry<Page>[], reach: Reach): void {
  const { content } = reach;
  if (pages.some(({ data }) => content.isRedirectedTo(pagePath(data, content.settings())))) addRedirects(reach);
}

function addRedirects(reach: Reach): void {
  addOne('redirects', reach);
  reach.addresses.add('_redirects');
}

export const taxonomyReach: ReachRule<Taxonomy> = (change, reach) => {
  if (differs(change, ({ data, ...one }) => [one.key, data.hierarchical, showTermTree({ data, ...one })]))
    for (const key of changedKeys(change)) addTerms(key, reach);
  const [before, after] = [indexTerms(change.before), indexTerms(change.after)];
  for (const key of new Set([...before.keys(), ...after.keys()]))
    reachTerm(key, [before.get(key), after.get(key)], reach);
};

function addTerms(slug: string, { addresses }: Reach): void {
  addresses.add(`api/content/taxonomies/${slug}/terms`);
  addresses.add(`api/content/taxonomies/${slug}/terms.json`);
}

/** The terms of a vocabulary by their keys: `topics/news`. */
const indexTerms = (entry: Entry<Taxonomy> | null): ReadonlyMap<string, Term> =>
  new Map(flattenTerms(entry?.data.terms ?? []).map((term) => [`${entry?.key}/${term.slug}`, term]));

function reachTerm(key: string, [before, after]: readonly (Term | undefined)[], reach: Reach): void {
  const [vocabulary = '', slug = ''] = key.split('/');
  if (!before || !after) reach.lists.addList(listOfTerm(vocabulary, slug));
  const isSame = before?.id === after?.id && before?.weight === after?.weight;
  if (before && after && isSame && isDeepStrictEqual(showTerm(before), showTerm(after))) return;
  reachMentions('term', key, isSame ? 'expanded' : 'moved', reach);
}

export const trackingScriptReach: ReachRule<TrackingScript> = (change, reach) => {
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

/** The settings that affect every answer: addresses of pages, locales, and the static shape. */
const everywhere = ({ data }: Entry<Settings>) => [
  ...[data.defaultLocale, data.supportedLocales, data.homeSlug],
  data.static,
];

export const settingsReach: ReachRule<Settings> = (change, reach) => {
  const { content } = reach;
  const present = (change.after ?? change.before)!;
  const one = {
    kind: change.kind,
    before: change.before ?? defaults(present),
    after: change.after ?? defaults(present),
  };
  if (differs(one, everywhere)) return addSite(reach);
  if (differs(one, ({ data }) => showSite(data, content))) addOne('config', reach);
  if (differs(one, ({ data }) => data.siteName)) addPictures({}, reach);
};

/** The settings if there is no file. */
const defaults = (entry: Entry<Settings>): Entry<Settings> => ({ ...entry, data: DEFAULT_SETTINGS });
