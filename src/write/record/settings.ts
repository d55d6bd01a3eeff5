import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { entityOf } from '../../model/entities/index.ts';
import { SESSION_DURATIONS, type Settings, settings } from '../../model/entities/settings.ts';
import type { Lookup } from '../../model/entry.ts';
import { EXPANSIONS, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { withCleanTranslations } from '../../model/record/words.ts';
import {
  choice,
  href,
  list,
  locale,
  nullable,
  type ObjectSchema,
  object,
  record,
  text,
} from '../../model/schema/schema.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { toLocale } from '../../model/text/locale.ts';
import type { Action } from '../action.ts';
import { createInputReader, createProblems } from '../problems.ts';
import { createDraft, requireRev, updateDraft } from '../records.ts';
import { inputSchemas, mergeInput } from './input.ts';

type Json = Readonly<Record<string, unknown>>;

const { update } = inputSchemas(entityOf('settings'), { omit: [] });

/** Keys whose values are merged key by key with the present ones; null clears an inner key. */
const MERGED = {
  fallbacks: nullable({
    ...record(nullable(list(locale(), { maxItems: 20, uniqueItems: true }))),
    propertyNames: { format: 'locale' },
  }),
  social: nullable(record(nullable(href()))),
  footer: nullable(object({}, { text: nullable(text()) })),
  session: nullable(object({}, { duration: nullable(choice(...SESSION_DURATIONS)) })),
  static: nullable(
    object(
      {},
      {
        expand: nullable(list(choice(...EXPANSIONS), { maxItems: EXPANSIONS.length, uniqueItems: true })),
        richtext: nullable(choice(...RICH_TEXT_FORMATS)),
      },
    ),
  ),
};

/** The record's schema leaves this format out, so that a file with another value stays readable. */
const logo = nullable(text({ maxLength: 2000, format: 'imageAddress' }));

export const settingsInput: ObjectSchema<Json> = { ...update, properties: { ...update.properties, ...MERGED, logo } };

const readInput = createInputReader(settingsInput);

/**
 * Changes what the body names; `social`, `footer`, `session`, `static`, `fallbacks` and `translations` merge key by key. Creates `site.yaml` if there
 * is none and a value differs from its default.
 *
 * @param body as `settingsInput` describes it; all its problems are reported at once
 */
export const updateSettings = (body: Json, ifMatch: string | undefined): Action => ({
  name: 'settings.update',
  plan(context) {
    const present = context.lookup.byKey('settings', '');
    if (present) requireRev(present, ifMatch);
    const data = readSettingsBody(siteSettings(context.lookup), body, context.lookup);
    if (present) return [updateDraft('settings', present, data)];
    return isDeepStrictEqual(data, siteSettings(context.lookup)) ? [] : [createDraft('settings', context, () => data)];
  },
});

function readSettingsBody(present: Settings, body: Json, lookup: Lookup): Settings {
  const problems = createProblems();
  const input = readInput(withLocales(withCleanTranslations(withPresentWords(body, present))), problems);
  const data = mergeInput<Settings>(settings, present, mergeNestedSettings(input, present));
  problems.throwIfAny(() => settings.check?.(data, lookup, null) ?? []);
  return data;
}

const canonicalTag = (tag: unknown): unknown => (typeof tag === 'string' ? (toLocale(tag) ?? tag) : tag);

/** Locales may come in any case. */
function withLocales(body: Json): Json {
  const { defaultLocale: one, supportedLocales: all, fallbacks } = body;
  return {
    ...body,
    ...(one !== undefined && { defaultLocale: canonicalTag(one) }),
    ...(Array.isArray(all) && { supportedLocales: all.map(canonicalTag) }),
    ...(isPlainObject(fallbacks) && { fallbacks: canonicalFallbacks(fallbacks) }),
  };
}

/** The words of a language that the body does not name stay; null clears those of a language. */
function withPresentWords(body: Json, { translations: present = {} }: Settings): Json {
  const { translations: given } = body;
  if (!isPlainObject(given)) return body;
  const merged = Object.entries(given).map(([tag, words]) => {
    const before = present[toLocale(tag) ?? tag];
    return [toLocale(tag) ?? tag, isPlainObject(words) ? { ...before, ...words } : words] as const;
  });
  return { ...body, translations: { ...present, ...Object.fromEntries(merged) } };
}

/** An empty list is as good as none. */
const canonicalFallbacks = (fallbacks: Json): Json =>
  Object.fromEntries(
    Object.entries(fallbacks).map(([tag, to]) => {
      const locales = Array.isArray(to) && to.length > 0 ? to.map(canonicalTag) : to;
      return [toLocale(tag) ?? tag, Array.isArray(to) && to.length === 0 ? null : locales];
    }),
  );

function mergeNestedSettings(input: Json, present: Settings): Json {
  const names = Object.keys(MERGED) as (keyof typeof MERGED)[];
  const merge = (name: keyof typeof MERGED): Json => ({
    ...(settings.schema.properties[name]!['default'] as Json),
    ...dropNullValues({ ...present[name], ...(input[name] as Json) }),
  });
  const given = names.filter((name) => typeof input[name] === 'object' && input[name] !== null);
  return { ...input, ...Object.fromEntries(given.map((name) => [name, merge(name)])) };
}

const dropNullValues = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
