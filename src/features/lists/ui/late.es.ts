// Written by `npm run features` from `list.ts`. Not to be edited.
/** The words that come with the screens of features, each loaded when one is opened. */
export const LATE_FEATURE_WORDS = {
  schedule: async () => (await import('../../schedule/ui/screen.es.ts')).words,
  calendar: async () => (await import('../../calendar/ui/screen.es.ts')).words,
  redirects: async () => (await import('../../redirects/ui/screen.es.ts')).words,
  trackingScripts: async () => (await import('../../trackingScripts/ui/screen.es.ts')).words,
  webhooks: async () => (await import('../../webhooks/ui/screen.es.ts')).words,
  comments: async () => (await import('../../comments/ui/screen.es.ts')).words,
  reviewLinks: async () => (await import('../../reviewLinks/ui/screen.es.ts')).words,
  presence: async () => (await import('../../presence/ui/screen.es.ts')).words,
  inbox: async () => (await import('../../inbox/ui/screen.es.ts')).words,
  watchlist: async () => (await import('../../watchlist/ui/screen.es.ts')).words,
  review: async () => (await import('../../review/ui/screen.es.ts')).words,
  line: async () => (await import('../../line/ui/screen.es.ts')).words,
  host: async () => (await import('../../host/ui/screen.es.ts')).words,
  hostRequests: async () => (await import('../../hostRequests/ui/screen.es.ts')).words,
  translationFiles: async () => (await import('../../translationFiles/ui/screen.es.ts')).words,
  activity: async () => (await import('../../activity/ui/screen.es.ts')).words,
  blame: async () => (await import('../../blame/ui/screen.es.ts')).words,
  undo: async () => (await import('../../undo/ui/screen.es.ts')).words,
  compare: async () => (await import('../../compare/ui/screen.es.ts')).words,
  problemOrigins: async () => (await import('../../problemOrigins/ui/screen.es.ts')).words,
};
