import { isDeepStrictEqual } from 'node:util';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Settings } from '../../model/entities/settings.ts';
import type { Entry } from '../../model/entry.ts';
import { hasAddress } from '../../model/page/pagePath.ts';
import { DEFAULT_SETTINGS } from '../../model/siteSettings.ts';
import { bothOf, changedKeys, differs, type ReachRule, type ReachRules } from '../../view/reach/publicChange.ts';
import { type Reach, translationsIn } from '../../view/reach/reach.ts';
import { showOgWords } from './drawOgPicture.ts';

const FOLDER = 'api/content/og';

const page: ReachRule<Page> = (change, reach) => {
  const { addresses, content } = reach;
  if (!addresses.isWhole(FOLDER) && differs(change, (one) => [one.key, showOgWords(one, content)]))
    for (const one of bothOf(change)) addPicture(one, reach);
};

const contentType: ReachRule<ContentType> = (change, reach) => {
  if (differs(change, ({ data }) => [data.name, data.translations, data.fieldsSchema]))
    for (const type of changedKeys(change)) addPictures({ type }, reach);
};

/** The names of the site, in every language. */
const namesIn = (entry: Entry<Settings> | null) =>
  entry ? [entry.data.siteName, ...translationsIn(entry)] : [DEFAULT_SETTINGS.siteName];

const settings: ReachRule<Settings> = ({ before, after }, reach) => {
  if (!isDeepStrictEqual(namesIn(before), namesIn(after))) addPictures({}, reach);
};

function addPicture({ data }: Entry<Page>, { addresses, content }: Reach): void {
  if (!hasAddress(data, content)) return;
  const { locale, slug } = data;
  for (const name of [`${locale}/${slug}.png`, `${slug}.png`, slug]) addresses.add(`${FOLDER}/${name}`);
}

/** The pictures of many pages, until the whole folder is added. */
function addPictures(filter: { readonly type?: string }, reach: Reach): void {
  for (const one of reach.content.pages(filter, 'published_at', 'desc')) {
    if (reach.addresses.isWhole(FOLDER)) return;
    addPicture(one, reach);
  }
}

export const ogReach: ReachRules = { page, contentType, settings };
