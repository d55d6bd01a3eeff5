import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { RowLink } from '../../../ui/parts/row/RowLink.tsx';
import type { AuditEntry, User } from '../../../ui/wire/interface.ts';
import { activityText } from './activityText.ts';

/** Says what was done, with a link to the page concerned. */
export function EntryText({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const [kind, id] = entry.recordCount === 1 ? (entry.record ?? '').split('/') : [];
  const text = activityText(entry, t);
  if (kind === 'page' && id && !entry.action.endsWith('remove'))
    return (
      <RowLink to="/pages/$id" params={{ id: id.split(' ')[0] ?? '' }}>
        {text}
      </RowLink>
    );
  return <span dir="auto">{text}</span>;
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
