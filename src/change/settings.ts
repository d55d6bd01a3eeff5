import { entityOf } from '../model/entities/index.ts';
import { type Settings, settings } from '../model/entities/settings.ts';
import { settingsOf } from '../model/siteSettings.ts';
import type { Action } from './action.ts';
import { inputSchemas, mergeInput } from './input.ts';
import { createDraft, requireRev, updateDraft } from './records.ts';

type Json = Readonly<Record<string, unknown>>;

export const settingsInput = inputSchemas(entityOf('settings'), { omit: [] }).update;

/** Changes what the body names; `social`, `footer` and `session` merge key by key. Makes `site.yaml` where there is none. */
export const updateSettings = (input: Json, ifMatch: string | undefined): Action => ({
  name: 'settings.update',
  plan(context) {
    const present = context.lookup.byKey('settings', '');
    if (present) requireRev(present, ifMatch);
    const data = mergeInput<Settings>(
      settings,
      settingsOf(context.lookup),
      withMerged(input, settingsOf(context.lookup)),
    );
    return [present ? updateDraft('settings', present, data) : createDraft('settings', context, () => data)];
  },
});

const MERGED = ['social', 'footer', 'session'] as const;

const withMerged = (input: Json, present: Settings): Json => {
  const given = MERGED.filter((key) => typeof input[key] === 'object' && input[key] !== null);
  return {
    ...input,
    ...Object.fromEntries(given.map((key) => [key, withoutNulls({ ...present[key], ...(input[key] as Json) })])),
  };
};

const withoutNulls = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
