import type { TFunction } from 'i18next';
import type { Activity, AuditEntry } from '../../wire/interface.ts';

/** What was done, in the language of the interface; in the words of whoever did it where Quire has none. */
export function activityText(
  { activity, summary, ok }: Pick<AuditEntry, 'activity' | 'summary' | 'ok'>,
  t: TFunction,
): string {
  if (activity === null) return summary ?? t('activity.other');
  const what = activityObject(activity, t);
  const { verb, count } = activity;
  const failed = ok ? undefined : FAILED.find((one) => one === verb);
  return failed ? t(`activity.failed.${failed}`) : t(`activity.did.${verb}`, { what, count });
}

/** What can fail and is listed all the same. */
const FAILED = ['login', 'logout', 'endSession', 'setUp'] as const;

/** What was worked on: `Page “About us”`, `Pages: 3`. */
function activityObject({ kind, name, count }: Activity, t: TFunction): string {
  if (kind === 'settings') return t('activity.one.settings');
  if (name !== null && kind !== null) return t('activity.named', { what: t(`activity.one.${kind}`), name });
  if (kind !== null && count === 1) return t(`activity.one.${kind}`);
  return t('activity.counted', { what: t(kind === null ? 'activity.records' : `activity.areas.${kind}`), count });
}
