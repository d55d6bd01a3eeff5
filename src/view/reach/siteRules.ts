import { isDeepStrictEqual } from 'node:util';
import type { Menu } from '../../model/entities/menu.ts';
import type { Settings } from '../../model/entities/settings.ts';
import { flattenTerms, type Taxonomy, type Term } from '../../model/entities/taxonomy.ts';
import type { Entry } from '../../model/entry.ts';
import { DEFAULT_SETTINGS } from '../../model/siteSettings.ts';
import { listOfTerm } from '../lists.ts';
import { showMenu } from '../site/menu.ts';
import { showSite } from '../site/site.ts';
import { showTerm, showTermTree } from '../site/taxonomy.ts';
import { reachMentions } from './mentions.ts';
import { changedKeys, differs, type ReachRule } from './publicChange.ts';
import { addMenu, addOne, addSite, addWorded, type Reach, translationsIn } from './reach.ts';

export const menuReach: ReachRule<Menu> = (change, reach) => {
  if (!differs(change, (one) => [showMenu(one, reach.content, { isLinked: true }), translationsIn(one)])) return;
  for (const key of changedKeys(change)) addMenu(key, reach);
};

export const taxonomyReach: ReachRule<Taxonomy> = (change, reach) => {
  if (differs(change, (one) => [one.key, one.data.hierarchical, showTermTree(one), translationsIn(one)]))
    for (const key of changedKeys(change)) addTerms(key, reach);
  const [before, after] = [indexTerms(change.before), indexTerms(change.after)];
  for (const key of new Set([...before.keys(), ...after.keys()]))
    reachTerm(key, [before.get(key), after.get(key)], reach);
};

const addTerms = (slug: string, reach: Reach): void => addWorded('taxonomies', `/${slug}/terms`, reach);

/** The terms of a vocabulary by their keys: `topics/news`. */
const indexTerms = (entry: Entry<Taxonomy> | null): ReadonlyMap<string, Term> =>
  new Map(flattenTerms(entry?.data.terms ?? []).map((term) => [`${entry?.key}/${term.slug}`, term]));

function reachTerm(key: string, [before, after]: readonly (Term | undefined)[], reach: Reach): void {
  const [vocabulary = '', slug = ''] = key.split('/');
  if (!before || !after) reach.lists.addList(listOfTerm(vocabulary, slug));
  const isSame = before?.id === after?.id && before?.weight === after?.weight;
  if (before && after && isSame && isDeepStrictEqual(shownWords(before), shownWords(after))) return;
  reachMentions('term', key, isSame ? 'expanded' : 'moved', reach);
}

const shownWords = (term: Term): readonly unknown[] => [showTerm(term), term.translations];

/** The settings that affect every answer: addresses of pages, locales, the crops of pictures, and the static shape. */
const everywhere = ({ data }: Entry<Settings>) => [
  ...[data.defaultLocale, data.supportedLocales, data.homeSlug],
  ...[data.images, data.static, data.fallbacks],
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
  if (differs(one, (entry) => [showSite(entry.data, content), translationsIn(entry)])) addOne('config', reach);
};

/** The settings if there is no file. */
const defaults = (entry: Entry<Settings>): Entry<Settings> => ({ ...entry, data: DEFAULT_SETTINGS });
