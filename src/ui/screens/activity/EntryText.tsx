import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { subjectText } from '../../parts/record/subjectText.ts';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { AuditEntry, User } from '../../wire/interface.ts';
import { AREAS } from './queries.ts';

/** Says what was done, with a link to the page concerned. */
export function EntryText({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const [kind, id] = entry.recordCount === 1 ? (entry.record ?? '').split('/') : [];
  const text = entry.summary === null ? actionText(entry, t) : contentText(entry, entry.summary, t);
  if (kind === 'page' && id && !entry.action.endsWith('remove'))
    return (
      <RowLink to="/pages/$id" params={{ id: id.split(' ')[0] ?? '' }}>
        {text}
      </RowLink>
    );
  return <span dir="auto">{text}</span>;
}

const DID = {
  create: 'create',
  update: 'update',
  upsert: 'update',
  follow: 'follow',
  remove: 'remove',
  publish: 'publish',
  unpublish: 'unpublish',
  archive: 'archive',
  restore: 'restore',
  duplicate: 'duplicate',
  translate: 'translate',
} as const;

/** The text for a version of the content: from what was done to which records, else as its author has described it. */
function contentText({ action, recordCount, title }: AuditEntry, summary: string, t: TFunction): string {
  if (action === 'commit.revert') return t('activity.reverted');
  if (action === 'content.import') return t('activity.imported', { count: recordCount });
  const [area, verb = ''] = action.split('.');
  const one = CONTENT.find((name) => name === area);
  const did = Object.hasOwn(DID, verb) ? DID[verb as keyof typeof DID] : undefined;
  if (!one || !did) return subjectText(summary, t);
  if (one === 'settings') return t('activity.did.settings');
  if (recordCount > 1) return t(`activity.didMany.${did}`, { what: t(`activity.areas.${one}`), count: recordCount });
  return title === null
    ? subjectText(summary, t)
    : t(`activity.did.${did}`, { what: t(`activity.one.${one}`), name: title });
}

const CONTENT = [
  ...(['page', 'block', 'media', 'menu', 'taxonomy', 'redirect', 'settings'] as const),
  ...(['contentType', 'blockType', 'trackingScript'] as const),
];

const AUTH = ['auth_login', 'auth_logout', 'auth_end', 'auth_setup'] as const;
const OUTSIDE = ['user', 'apiKey', 'webhook'] as const;
const VERBS = ['create', 'update', 'remove'] as const;
const PREVIEW = ['create', 'end'] as const;

/** The text for actions that leave no version of the content: logging in, and changes outside of the content. */
function actionText({ action, ok }: AuditEntry, t: TFunction): string {
  const known = AUTH.find((name) => name === action.replace('.', '_'));
  if (known) return t(`activity.auth.${known}_${ok ? 'ok' : 'failed'}`);
  const [area, verb = ''] = action.split('.');
  const preview = PREVIEW.find((one) => area === 'preview' && one === verb);
  if (preview) return t(`activity.preview.${preview}`);
  const did = VERBS.find((one) => one === verb);
  const one = OUTSIDE.find((name) => name === area);
  if (one && did) return t(`activity.outside.${did}`, { what: t(`activity.one.${one}`) });
  const what = AREAS.find((name) => name === area);
  return what ? t(`activity.areas.${what}`) : t('activity.other');
}

/** The name of whoever did it. */
export function whoOf({ actor, author }: AuditEntry, users: readonly User[], t: TFunction): string {
  const user = users.find(({ id }) => actor === `user/${id}`);
  if (user) return user.name;
  if (actor === 'git') return author?.name ?? t('activity.developer');
  if (actor === 'anonymous') return t('activity.somebody');
  if (actor.startsWith('system')) return t('activity.system');
  if (actor === 'schedule') return t('activity.schedule');
  return author?.name ?? actor;
}
