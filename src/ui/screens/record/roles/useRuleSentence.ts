import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import type { ContentKind } from '../../../session/rights.ts';
import { blockTypesQuery, contentTypesQuery } from '../../../wire/queries.ts';
import { type RightsLine, RULE_LISTS, type RuleList } from './roleDraft.ts';

/** Makes the function that says in a sentence what a rule of a role means. */
export function useRuleSentence(list: 'allow' | 'deny'): (rule: RightsLine) => string {
  const { t, i18n } = useTranslation();
  const { data: pageTypes = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const { language } = i18n;
  const join = (names: readonly string[]): string => new Intl.ListFormat(language).format(names);
  const typeName = (slug: string): string =>
    [...pageTypes, ...blockTypes].find((one) => one.slug === slug)?.name ?? slug;
  const NAMES: Readonly<Record<RuleList, (name: string) => string>> = {
    types: typeName,
    locales: (locale) => localeName(locale, language),
    paths: (path) => path,
    folders: (folder) => folder,
    fields: (field) => t(`roles.parts.${field}` as 'roles.parts.seo', { defaultValue: field }),
  };
  return (rule) => {
    const narrowed = RULE_LISTS.flatMap((name) => {
      const values = rule[name];
      return values ? [t(`roles.about.${name}`, { count: values.length, names: join(values.map(NAMES[name])) })] : [];
    });
    const about = [...narrowed, ...(rule.own ? [t('roles.about.own')] : [])].join('');
    const kinds = rule.on
      ? join(rule.on.map((kind) => kindName(t(`kinds.${kind as ContentKind}.many`), language)))
      : t('roles.anything');
    return t(`roles.sentence.${list}`, { verbs: join(rule.do.map((right) => t(`rights.${right}`))), kinds, about });
  };
}

/** Only German writes what things are called with a capital inside of a sentence. */
const kindName = (name: string, language: string): string => (language === 'en' ? name.toLowerCase() : name);
