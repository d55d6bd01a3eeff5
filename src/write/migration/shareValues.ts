import { sameJson } from '../../lib/json/sameJson.ts';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import type { Page, PageEntry } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { isMissing, ownValue } from '../../model/fields/values.ts';
import type { OperationArguments } from '../../model/migration/operation.ts';
import type { MigrationNote } from '../../model/migration/valueRules.ts';
import { siteSettings } from '../../model/siteSettings.ts';

/** The value that a page gets of a field which all translations share from now on, and what it loses. */
export interface SharedValueChange {
  readonly value: unknown;
  readonly notes: readonly MigrationNote[];
}

/**
 * The pages of a type that get another value when a field becomes shared: in each group the value of the language that is
 * chosen for it, else of `from`, else of the site's language, else the first there is.
 */
export function planSharedValues(
  type: string,
  { field, from, take = {} }: OperationArguments['share'],
  lookup: Lookup,
): ReadonlyMap<number, SharedValueChange> {
  const groups = new MultiMap<string, PageEntry>();
  for (const page of lookup.find('page', 'byType', type))
    if (page.data.translationGroup !== undefined) groups.add(page.data.translationGroup, page);
  const changes = new Map<number, SharedValueChange>();
  const { defaultLocale } = siteSettings(lookup);
  for (const group of new Set(lookup.find('page', 'byType', type).flatMap(({ data }) => data.translationGroup ?? []))) {
    const pages = groups.get(group);
    const chosen = Object.hasOwn(take, group) ? take[group] : undefined;
    const value = findValue(pages, field, [chosen, from, defaultLocale]);
    if (isMissing(value)) continue;
    for (const { id, data } of pages) {
      const present = ownValue(data.fields, field);
      if (sameJson(present, value)) continue;
      const lost: MigrationNote = { reason: 'lost', path: ['fields', field], value: present };
      changes.set(id, { value, notes: isMissing(present) ? [] : [lost] });
    }
  }
  return changes;
}

function findValue(pages: readonly PageEntry[], field: string, locales: readonly (string | undefined)[]): unknown {
  const sharedValueIn = ({ data }: { readonly data: Page }): unknown => ownValue(data.fields, field) ?? undefined;
  const preferred = locales.flatMap((locale) => pages.filter(({ data }) => data.locale === locale));
  return [...preferred, ...pages].map(sharedValueIn).find((value) => !isMissing(value));
}
