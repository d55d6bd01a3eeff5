/** The kinds of records, as events name them. */
export type Kind =
  | 'page'
  | 'block'
  | 'contentType'
  | 'blockType'
  | 'menu'
  | 'media'
  | 'taxonomy'
  | 'redirect'
  | 'trackingScript'
  | 'settings'
  | 'user'
  | 'apiKey'
  | 'webhook';

/** What is no record: made from several, or of the server itself. */
export type Overview =
  | 'session'
  | 'preview'
  | 'change'
  | 'chosen'
  | 'presence'
  | 'setup'
  | 'dashboard'
  | 'problems'
  | 'search'
  | 'audit'
  | 'sync'
  | 'changes'
  | 'uploads'
  | 'previews';

/** A key of the cache: its first part says which events make it stale. */
export type Key = readonly [Kind | Overview, ...unknown[]];

/** Type-checked spelling of a key. */
export const keyOf = (...key: Key): Key => key;
