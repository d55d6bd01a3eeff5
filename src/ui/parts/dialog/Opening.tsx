import { Loader, Overlay, Portal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Opening.module.css';

/** Stands for a window whose program is on its way; seen only where that takes a while. */
export function Opening() {
  const { t } = useTranslation();
  return (
    <Portal>
      <Overlay
        fixed
        center
        backgroundOpacity={0.2}
        className={classes.late}
        role="status"
        aria-label={t('shell.opening')}
      >
        <Loader />
      </Overlay>
    </Portal>
  );
}
