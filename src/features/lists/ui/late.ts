// Written by `npm run features` from `list.ts`. Not to be edited.
import type { words as schedule } from '../../schedule/ui/screen.en.ts';
import type { words as calendar } from '../../calendar/ui/screen.en.ts';
import type { words as redirects } from '../../redirects/ui/screen.en.ts';
import type { words as trackingScripts } from '../../trackingScripts/ui/screen.en.ts';
import type { words as webhooks } from '../../webhooks/ui/screen.en.ts';
import type { words as comments } from '../../comments/ui/screen.en.ts';
import type { words as reviewLinks } from '../../reviewLinks/ui/screen.en.ts';
import type { words as presence } from '../../presence/ui/screen.en.ts';
import type { words as inbox } from '../../inbox/ui/screen.en.ts';
import type { words as review } from '../../review/ui/screen.en.ts';
import type { words as line } from '../../line/ui/screen.en.ts';
import type { words as host } from '../../host/ui/screen.en.ts';
import type { words as hostRequests } from '../../hostRequests/ui/screen.en.ts';
import type { words as translationFiles } from '../../translationFiles/ui/screen.en.ts';
import type { words as activity } from '../../activity/ui/screen.en.ts';

/** The words that come with the screens of features, by their languages. */
export const LATE_FEATURE_WORDS = {
  schedule: { en: async () => (await import('../../schedule/ui/screen.en.ts')).words, de: async () => (await import('../../schedule/ui/screen.de.ts')).words },
  calendar: { en: async () => (await import('../../calendar/ui/screen.en.ts')).words, de: async () => (await import('../../calendar/ui/screen.de.ts')).words },
  redirects: { en: async () => (await import('../../redirects/ui/screen.en.ts')).words, de: async () => (await import('../../redirects/ui/screen.de.ts')).words },
  trackingScripts: { en: async () => (await import('../../trackingScripts/ui/screen.en.ts')).words, de: async () => (await import('../../trackingScripts/ui/screen.de.ts')).words },
  webhooks: { en: async () => (await import('../../webhooks/ui/screen.en.ts')).words, de: async () => (await import('../../webhooks/ui/screen.de.ts')).words },
  comments: { en: async () => (await import('../../comments/ui/screen.en.ts')).words, de: async () => (await import('../../comments/ui/screen.de.ts')).words },
  reviewLinks: { en: async () => (await import('../../reviewLinks/ui/screen.en.ts')).words, de: async () => (await import('../../reviewLinks/ui/screen.de.ts')).words },
  presence: { en: async () => (await import('../../presence/ui/screen.en.ts')).words, de: async () => (await import('../../presence/ui/screen.de.ts')).words },
  inbox: { en: async () => (await import('../../inbox/ui/screen.en.ts')).words, de: async () => (await import('../../inbox/ui/screen.de.ts')).words },
  review: { en: async () => (await import('../../review/ui/screen.en.ts')).words, de: async () => (await import('../../review/ui/screen.de.ts')).words },
  line: { en: async () => (await import('../../line/ui/screen.en.ts')).words, de: async () => (await import('../../line/ui/screen.de.ts')).words },
  host: { en: async () => (await import('../../host/ui/screen.en.ts')).words, de: async () => (await import('../../host/ui/screen.de.ts')).words },
  hostRequests: { en: async () => (await import('../../hostRequests/ui/screen.en.ts')).words, de: async () => (await import('../../hostRequests/ui/screen.de.ts')).words },
  translationFiles: { en: async () => (await import('../../translationFiles/ui/screen.en.ts')).words, de: async () => (await import('../../translationFiles/ui/screen.de.ts')).words },
  activity: { en: async () => (await import('../../activity/ui/screen.en.ts')).words, de: async () => (await import('../../activity/ui/screen.de.ts')).words },
};

/** The same words, by their sections. */
export type LateFeatureSections = object & typeof schedule & typeof calendar & typeof redirects & typeof trackingScripts & typeof webhooks & typeof comments & typeof reviewLinks & typeof presence & typeof inbox & typeof review & typeof line & typeof host & typeof hostRequests & typeof translationFiles & typeof activity;
