import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../../parts/record/StatusBadge.module.css';

/** Shows whether something is active, as a word and an icon. */
export function OnOff({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation();
  const IconOf = isOn ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <span className={classes.badge} data-stage={isOn ? 'published' : undefined}>
      <IconOf size={16} stroke={1.8} aria-hidden />
      {isOn ? t('record.on') : t('record.off')}
    </span>
  );
}
