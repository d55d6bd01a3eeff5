// Written by `npm run features` from `list.ts`. Not to be edited.
/** The words that come with the screens of features, each loaded when one is opened. */
export const LATE_FEATURE_WORDS = {
  schedule: async () => (await import('../../schedule/ui/screen.fr.ts')).words,
  calendar: async () => (await import('../../calendar/ui/screen.fr.ts')).words,
  redirects: async () => (await import('../../redirects/ui/screen.fr.ts')).words,
  trackingScripts: async () => (await import('../../trackingScripts/ui/screen.fr.ts')).words,
  webhooks: async () => (await import('../../webhooks/ui/screen.fr.ts')).words,
  comments: async () => (await import('../../comments/ui/screen.fr.ts')).words,
  reviewLinks: async () => (await import('../../reviewLinks/ui/screen.fr.ts')).words,
  presence: async () => (await import('../../presence/ui/screen.fr.ts')).words,
  inbox: async () => (await import('../../inbox/ui/screen.fr.ts')).words,
  watchlist: async () => (await import('../../watchlist/ui/screen.fr.ts')).words,
  review: async () => (await import('../../review/ui/screen.fr.ts')).words,
  line: async () => (await import('../../line/ui/screen.fr.ts')).words,
  host: async () => (await import('../../host/ui/screen.fr.ts')).words,
  hostRequests: async () => (await import('../../hostRequests/ui/screen.fr.ts')).words,
  translationFiles: async () => (await import('../../translationFiles/ui/screen.fr.ts')).words,
  activity: async () => (await import('../../activity/ui/screen.fr.ts')).words,
  blame: async () => (await import('../../blame/ui/screen.fr.ts')).words,
  undo: async () => (await import('../../undo/ui/screen.fr.ts')).words,
  compare: async () => (await import('../../compare/ui/screen.fr.ts')).words,
  problemOrigins: async () => (await import('../../problemOrigins/ui/screen.fr.ts')).words,
};
