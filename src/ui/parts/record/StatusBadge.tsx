import { IconArchive, IconCircleCheckFilled, IconCircleDashed, IconCircleOff, IconClock } from '@tabler/icons-react';
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
  offline: IconCircleOff,
} as const;

export type PageStage = keyof typeof ICONS;

/** The stage to show: a page that waits for its time is scheduled, unless it is archived. */
export function stageOf({ status, scheduledAt }: Stage, now: number = Date.now()): PageStage {
  const isWaiting = scheduledAt !== null && Date.parse(scheduledAt) > now;
  return isWaiting && status !== 'archived' ? 'scheduled' : status;
}

interface StatusBadgeProps {
  readonly page: Stage;
}

/** The stage of a page, as a word and an icon. */
export const StatusBadge = ({ page }: StatusBadgeProps) => <StageBadge stage={stageOf(page)} />;

interface StageBadgeProps {
  readonly stage: PageStage;
}

/** A stage, as a word and an icon. */
export function StageBadge({ stage }: StageBadgeProps) {
  const { t } = useTranslation();
  const IconOf = ICONS[stage];
  return (
    <span className={classes.badge} data-stage={stage}>
      <IconOf size={16} stroke={1.8} aria-hidden />
      {t(`pages.statuses.${stage}`)}
    </span>
  );
}
