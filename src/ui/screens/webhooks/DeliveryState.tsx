import { IconAlertTriangle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './DeliveryState.module.css';

const ICONS = { delivered: IconCircleCheckFilled, failed: IconAlertTriangle, pending: IconClock } as const;

/** Whether a delivery has arrived, as a word and an icon. */
export function DeliveryState({ status }: { readonly status: keyof typeof ICONS }) {
  const { t } = useTranslation();
  const IconOf = ICONS[status];
  return (
    <span className={classes.state} data-status={status}>
      <IconOf size={16} aria-hidden />
      {t(`webhooks.statuses.${status}`)}
    </span>
  );
}
