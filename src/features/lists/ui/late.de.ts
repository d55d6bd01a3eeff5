// Written by `npm run features` from `list.ts`. Not to be edited.
/** The words that come with the screens of features, each loaded when one is opened. */
export const LATE_FEATURE_WORDS = {
  schedule: async () => (await import('../../schedule/ui/screen.de.ts')).words,
  calendar: async () => (await import('../../calendar/ui/screen.de.ts')).words,
  redirects: async () => (await import('../../redirects/ui/screen.de.ts')).words,
  trackingScripts: async () => (await import('../../trackingScripts/ui/screen.de.ts')).words,
  webhooks: async () => (await import('../../webhooks/ui/screen.de.ts')).words,
  comments: async () => (await import('../../comments/ui/screen.de.ts')).words,
  reviewLinks: async () => (await import('../../reviewLinks/ui/screen.de.ts')).words,
  presence: async () => (await import('../../presence/ui/screen.de.ts')).words,
  inbox: async () => (await import('../../inbox/ui/screen.de.ts')).words,
  watchlist: async () => (await import('../../watchlist/ui/screen.de.ts')).words,
  review: async () => (await import('../../review/ui/screen.de.ts')).words,
  line: async () => (await import('../../line/ui/screen.de.ts')).words,
  host: async () => (await import('../../host/ui/screen.de.ts')).words,
  hostRequests: async () => (await import('../../hostRequests/ui/screen.de.ts')).words,
  translationFiles: async () => (await import('../../translationFiles/ui/screen.de.ts')).words,
  activity: async () => (await import('../../activity/ui/screen.de.ts')).words,
  blame: async () => (await import('../../blame/ui/screen.de.ts')).words,
  undo: async () => (await import('../../undo/ui/screen.de.ts')).words,
  compare: async () => (await import('../../compare/ui/screen.de.ts')).words,
  problemOrigins: async () => (await import('../../problemOrigins/ui/screen.de.ts')).words,
};
