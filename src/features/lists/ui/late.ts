// Written by `npm run features` from `list.ts`. Not to be edited.
import type { words as webhooks } from '../../webhooks/ui/screen.en.ts';

/** The words that come with the screens of features, by their languages. */
export const LATE_FEATURE_WORDS = {
  webhooks: { en: async () => (await import('../../webhooks/ui/screen.en.ts')).words, de: async () => (await import('../../webhooks/ui/screen.de.ts')).words },
};

/** The same words, by their sections. */
export type LateFeatureSections = object & typeof webhooks;
