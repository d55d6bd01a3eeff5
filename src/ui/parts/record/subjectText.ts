import type { TFunction } from 'i18next';

const KINDS = {
  page: 'page',
  block: 'block',
  media: 'media',
  menu: 'menu',
  taxonomy: 'taxonomy',
  redirect: 'redirect',
  settings: 'settings',
  'content type': 'contentType',
  'block type': 'blockType',
  'tracking script': 'trackingScript',
} as const;

const VERBS = {
  Create: 'create',
  Add: 'create',
  Update: 'update',
  Upsert: 'update',
  Adjust: 'follow',
  Delete: 'remove',
  Publish: 'publish',
  Unpublish: 'unpublish',
  Archive: 'archive',
  Restore: 'restore',
  Duplicate: 'duplicate',
  Translate: 'translate',
} as const;

/** The commit subjects that Quire writes: `Update page "About us" (en/about)`. */
const SUBJECT = /^(\w+) ([a-z ]+?) "(.*)"(?: \([^()]*\))?$/;
/** The subject of the first commit of a site that had no history. */
const BEGINNING = 'Start the content history';

const has = <T extends object>(of: T, name: string | undefined): name is keyof T & string =>
  name !== undefined && Object.hasOwn(of, name);

/** A commit subject in the reader's language; subjects that people have written stay as they are. */
export function subjectText(subject: string, t: TFunction): string {
  if (subject === BEGINNING) return t('activity.beginning');
  const [, verb, kind, name] = SUBJECT.exec(subject) ?? [];
  if (!has(VERBS, verb) || !has(KINDS, kind)) return subject;
  if (kind === 'settings') return t('activity.did.settings');
  return t(`activity.did.${VERBS[verb]}`, { what: t(`activity.one.${KINDS[kind]}`), name });
}
