import { IconArchive, IconCircleCheckFilled, IconCircleDashed, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './StatusBadge.module.css';

/** The values that decide who can read a page. */
interface Stage {
  readonly status: 'draft' | 'published' | 'archived';
  readonly scheduledAt: string | null;
}

const ICONS = {
  draft: IconCircleDashed,
  published: IconCircleCheckFilled,
  archived: IconArchive,
  scheduled: IconClock,
} as const;

/** The stage to show: a page that waits for its time is scheduled, unless it is archived. */
export function stageOf({ status, scheduledAt }: Stage, now: number = Date.now()): keyof typeof ICONS {
  const isWaiting = scheduledAt !== null && Date.parse(scheduledAt) > now;
  return isWaiting && status !== 'archived' ? 'scheduled' : status;
}

interface StatusBadgeProps {
  readonly page: Stage;
}

/** The stage of a page, as a word and an icon. */
export function StatusBadge({ page }: StatusBadgeProps) {
  const { t } = useTranslation();
  const stage = stageOf(page);
  const IconOf = ICONS[stage];
  return (
    <span className={classes.badge} data-stage={stage}>
      <IconOf size={16} stroke={1.8} aria-hidden />
      {t(`pages.statuses.${stage}`)}
    </span>
  );
}
