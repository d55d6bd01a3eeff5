import { compareText } from '../lib/text/compareText.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Entry } from '../model/entry.ts';
import { findOtherSingles, singleSlugOf } from '../model/page/pagePath.ts';
import { differingNames, sharedNames, translationsOfType } from '../model/page/sharedValues.ts';
import { translationsOf } from '../model/record/words.ts';
import type { Records } from '../model/records.ts';
import { siteSettings } from '../model/siteSettings.ts';
import { type CheckRule, finding } from './rule.ts';

/** Reports pages in languages that the site does not have. */
export const localeRule: CheckRule = ({ entry, lookup }) => {
  const { locale } = entry.data as { readonly locale?: string };
  if (entry.kind !== 'page' || siteSettings(lookup).supportedLocales.includes(locale ?? '')) return [];
  return [finding(entry, 'warning', 'UNSUPPORTED_LOCALE', `the locale "${locale}" is not among supportedLocales`, [])];
};

/** Reports words in languages that the site does not have. */
export const wordsRule: CheckRule = ({ entry, lookup }) => {
  const { supportedLocales } = siteSettings(lookup);
  return [...(entityOf(entry.kind).words?.parts(entry.data) ?? [])].flatMap(({ path, value }) =>
    Object.keys(translationsOf(value))
      .filter((locale) => !supportedLocales.includes(locale))
      .map((locale) => {
        const message = `the locale "${locale}" is not among supportedLocales`;
        return finding(entry, 'warning', 'UNSUPPORTED_LOCALE', message, [...path, 'translations', locale]);
      }),
  );
};

/** Reports each of the files: which one should leave the group is for people to decide. */
export const translationRule: CheckRule = ({ entry, lookup }) => {
  if (entry.kind !== 'page') return [];
  const { locale, translationGroup = '' } = entry.data as Records['page'];
  const others = lookup
    .find('page', 'byTranslationGroup', translationGroup)
    .filter(({ id, data }) => id !== entry.id && data.locale === locale);
  const message = `${firstPath(others)} has the same locale in the same translation group`;
  return others.length === 0 ? [] : [finding(entry, 'warning', 'DOUBLE_TRANSLATION', message, ['translationGroup'])];
};

/** Reports each page whose translations have another value in a field that they share. */
export const sharedRule: CheckRule = ({ entry, lookup }) => {
  if (entry.kind !== 'page') return [];
  const page = entry.data as Records['page'];
  if (page.translationGroup === undefined) return [];
  const names = sharedNames(page.type, lookup);
  const others = names.length === 0 ? [] : translationsOfType(page, entry.id, lookup);
  return names.flatMap((name) => {
    const differing = others.filter(({ data }) => differingNames([name], page, data).length > 0);
    const message = `is shared by all translations, and ${firstPath(differing)} has another value`;
    return differing.length === 0 ? [] : [finding(entry, 'warning', 'SHARED_VALUE', message, ['fields', name])];
  });
};

/** Reports each of several pages of a single type: which one should go is for people to decide. */
export const singleRule: CheckRule = ({ entry, lookup }) => {
  if (entry.kind !== 'page') return [];
  const page = entry.data as Records['page'];
  const single = singleSlugOf(lookup.byKey('contentType', page.type)?.data);
  if (single === null) return [];
  const others = findOtherSingles(page, entry.id, lookup);
  const second = `${firstPath(others)} is of the same type, of which there can be only one for each locale`;
  return [
    ...(others.length > 0 ? [finding(entry, 'error', 'SECOND_SINGLE', second, ['type'])] : []),
    ...(page.slug === single
      ? []
      : [finding(entry, 'warning', 'SINGLE_SLUG', `pages of this type have the slug "${single}"`, [])]),
  ];
};

const firstPath = (entries: readonly Entry[]): string | undefined =>
  entries.map(({ path }) => path).sort(compareText)[0];
