// Written by `npm run features` from `list.ts`. Not to be edited.
/** The words that come with the screens of features, each loaded when one is opened. */
export const LATE_FEATURE_WORDS = {
  schedule: async () => (await import('../../schedule/ui/screen.en.ts')).words,
  calendar: async () => (await import('../../calendar/ui/screen.en.ts')).words,
  redirects: async () => (await import('../../redirects/ui/screen.en.ts')).words,
  trackingScripts: async () => (await import('../../trackingScripts/ui/screen.en.ts')).words,
  webhooks: async () => (await import('../../webhooks/ui/screen.en.ts')).words,
  comments: async () => (await import('../../comments/ui/screen.en.ts')).words,
  reviewLinks: async () => (await import('../../reviewLinks/ui/screen.en.ts')).words,
  presence: async () => (await import('../../presence/ui/screen.en.ts')).words,
  inbox: async () => (await import('../../inbox/ui/screen.en.ts')).words,
  watchlist: async () => (await import('../../watchlist/ui/screen.en.ts')).words,
  review: async () => (await import('../../review/ui/screen.en.ts')).words,
  line: async () => (await import('../../line/ui/screen.en.ts')).words,
  host: async () => (await import('../../host/ui/screen.en.ts')).words,
  hostRequests: async () => (await import('../../hostRequests/ui/screen.en.ts')).words,
  translationFiles: async () => (await import('../../translationFiles/ui/screen.en.ts')).words,
  activity: async () => (await import('../../activity/ui/screen.en.ts')).words,
  blame: async () => (await import('../../blame/ui/screen.en.ts')).words,
  undo: async () => (await import('../../undo/ui/screen.en.ts')).words,
  compare: async () => (await import('../../compare/ui/screen.en.ts')).words,
  problemOrigins: async () => (await import('../../problemOrigins/ui/screen.en.ts')).words,
};
