import { lazily } from '../../lib/list/lazily.ts';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import { flattenTerms } from '../../model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { MigrationContext } from '../../model/migration/migrateRecord.ts';
import { findTermByKey } from '../../model/page/term.ts';

/** Finds the records that texts name: pages by key, slug or title, terms by key or name. */
export interface TextFinders {
  /** For the texts of a record: a page in its own language comes first. */
  forRecord(entry: Entry): Pick<MigrationContext, 'findPage' | 'findTerm'>;
}

/** The records are looked through when the first text is looked up. */
export function createFinders(lookup: Lookup): TextFinders {
  const pages = lazily(() => {
    const byText = new MultiMap<string, { readonly key: string; readonly locale: string }>();
    for (const { key, data } of lookup.all('page'))
      for (const text of new Set([foldName(data.title), foldName(data.slug)]))
        byText.add(text, { key, locale: data.locale });
    return byText;
  });
  const terms = lazily(() => {
    const byText = new MultiMap<string, { readonly key: string }>();
    for (const { data } of lookup.all('taxonomy'))
      for (const term of flattenTerms(data.terms))
        byText.add(foldName(term.name), { key: `${data.slug}/${term.slug}` });
    return byText;
  });
  return {
    forRecord: ({ data }) => ({
      findPage(text) {
        if (lookup.byKey('page', text)) return text;
        const found = pages().get(foldName(text));
        const own = found.filter(({ locale }) => locale === (data as { readonly locale?: string }).locale);
        const [first, ...others] = own.length > 0 ? own : found;
        return others.length === 0 ? first?.key : undefined;
      },
      findTerm(text) {
        if (findTermByKey(lookup, text)) return text;
        const [first, ...others] = terms().get(foldName(text));
        return others.length === 0 ? first?.key : undefined;
      },
    }),
  };
}

const foldName = (text: string): string => text.trim().toLocaleLowerCase();
