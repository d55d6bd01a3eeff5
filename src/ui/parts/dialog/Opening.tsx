import { Loader, Overlay, Portal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Opening.module.css';

/** Shown while the code of a dialog is loading; visible only after a moment. */
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
