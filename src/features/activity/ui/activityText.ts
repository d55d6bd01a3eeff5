import type { TFunction } from 'i18next';
import {
  type Activity,
  type ActivityArea,
  type AuditEntry,
  RECORD_KINDS,
  type RecordKind,
} from '../../../ui/wire/interface.ts';

/** What was done, in the language of the interface; in the words of whoever did it where Quire has none. */
export function activityText(
  { activity, summary, ok }: Pick<AuditEntry, 'activity' | 'summary' | 'ok'>,
  t: TFunction,
): string {
  if (activity === null) return summary ?? t('activity.other');
  const what = activityObject(activity, t);
  const { verb, count, name } = activity;
  const failed = ok ? undefined : FAILED.find((one) => one === verb);
  return failed ? t(`activity.failed.${failed}`) : t(`activity.did.${verb}`, { what, count, name });
}

/** What can fail and is listed all the same. */
const FAILED = [
  ...(['login', 'logout', 'endSession', 'setUp'] as const),
  ...(['forgetPassword', 'resetPassword', 'acceptInvitation'] as const),
];

/** What was worked on: `Page “About us”`, `Pages: 3`. */
function activityObject({ kind, name, count }: Activity, t: TFunction): string {
  if (kind === 'settings') return t('kinds.settings.one');
  if (name !== null && kind !== null) return t('activity.named', { what: t(`kinds.${kind}.one`), name });
  if (kind !== null && count === 1) return t(`kinds.${kind}.one`);
  return t('activity.counted', { what: t(kind === null ? 'activity.records' : `kinds.${kind}.many`), count });
}

/** What the actions of an area are about. */
export const areaText = (area: ActivityArea, t: TFunction): string =>
  isKindArea(area) ? t(`kinds.${area}.many`) : t(`activity.areas.${area}`);

const isKindArea = (area: ActivityArea): area is RecordKind | 'change' =>
  area === 'change' || (RECORD_KINDS as readonly string[]).includes(area);
