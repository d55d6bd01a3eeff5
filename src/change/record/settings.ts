import { isDeepStrictEqual } from 'node:util';
import { entityOf } from '../../model/entities/index.ts';
import { SESSION_DURATIONS, type Settings, settings } from '../../model/entities/settings.ts';
import type { Lookup } from '../../model/entry.ts';
import { EXPANSIONS, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { choice, href, list, nullable, type ObjectSchema, object, record, text } from '../../model/schema/schema.ts';
import { settingsOf } from '../../model/siteSettings.ts';
import { toLocale } from '../../model/text/locale.ts';
import type { Action } from '../action.ts';
import { createInputReader, createProblems } from '../problems.ts';
import { createDraft, requireRev, updateDraft } from '../records.ts';
import { inputSchemas, mergeInput } from './input.ts';

type Json = Readonly<Record<string, unknown>>;

const { update } = inputSchemas(entityOf('settings'), { omit: [] });

/** Keys whose values merge with the present ones; null clears one of theirs. */
const MERGED = {
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

/** Not in the record's schema: a file that says something else stays readable. */
const logo = nullable(text({ maxLength: 2000, format: 'imageAddress' }));

export const settingsInput: ObjectSchema<Json> = { ...update, properties: { ...update.properties, ...MERGED, logo } };

const readInput = createInputReader(settingsInput);

/**
 * Changes what the body names; `social`, `footer`, `session` and `static` merge key by key. Makes `site.yaml` where there is none
 * and something is not the default.
 *
 * @param body as `settingsInput` describes it; what is wrong with it is told at once
 */
export const updateSettings = (body: Json, ifMatch: string | undefined): Action => ({
  name: 'settings.update',
  plan(context) {
    const present = context.lookup.byKey('settings', '');
    if (present) requireRev(present, ifMatch);
    const data = readSettings(settingsOf(context.lookup), body, context.lookup);
    if (present) return [updateDraft('settings', present, data)];
    return isDeepStrictEqual(data, settingsOf(context.lookup)) ? [] : [createDraft('settings', context, () => data)];
  },
});

function readSettings(present: Settings, body: Json, lookup: Lookup): Settings {
  const problems = createProblems();
  const input = readInput(withLocales(body), problems);
  const data = mergeInput<Settings>(settings, present, withMerged(input, present));
  problems.throwIfAny(() => settings.check?.(data, lookup, null) ?? []);
  return data;
}

/** Locales may be written in any case. */
function withLocales(body: Json): Json {
  const canonical = (tag: unknown): unknown => (typeof tag === 'string' ? (toLocale(tag) ?? tag) : tag);
  const { defaultLocale: one, supportedLocales: all } = body;
  return {
    ...body,
    ...(one !== undefined && { defaultLocale: canonical(one) }),
    ...(Array.isArray(all) && { supportedLocales: all.map(canonical) }),
  };
}

function withMerged(input: Json, present: Settings): Json {
  const names = Object.keys(MERGED) as (keyof typeof MERGED)[];
  const merge = (name: keyof typeof MERGED): Json => ({
    ...(settings.schema.properties[name]!['default'] as Json),
    ...withoutNulls({ ...present[name], ...(input[name] as Json) }),
  });
  const given = names.filter((name) => typeof input[name] === 'object' && input[name] !== null);
  return { ...input, ...Object.fromEntries(given.map((name) => [name, merge(name)])) };
}

const withoutNulls = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
