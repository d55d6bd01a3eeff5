/**
 * The features, in the order of their endpoints and of what they add to the navigation. After a change of this list, or
 * of what a feature's folder holds, run `npm run features`, which writes the lists that the rest of Quire reads.
 */
export const FEATURE_NAMES = [
  'schedule',
  'calendar',
  'redirects',
  'trackingScripts',
  'webhooks',
  'comments',
  'reviewLinks',
  'presence',
  'inbox',
  'watchlist',
  'review',
  'line',
  'host',
  'hostRequests',
  'translationFiles',
  'activity',
  'blame',
  'undo',
  'compare',
  'problemOrigins',
  'sitemap',
  'ogPictures',
  'staticSite',
  'mcp',
  'importMarkdown',
  'importWordpress',
  'importContentful',
] as const;
