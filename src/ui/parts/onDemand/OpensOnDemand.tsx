import { Loader, Overlay, Portal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FloatingProblem } from './FloatingProblem.tsx';
import { OnDemand } from './OnDemand.tsx';
import classes from './OpensOnDemand.module.css';

interface OpensOnDemandProps {
  /** Called when the user closes the message that it failed. */
  onClose?(): void;
  readonly children: ReactNode;
}

/** The place of a dialog or drawer that is about to open. */
export function OpensOnDemand({ onClose, children }: OpensOnDemandProps) {
  return (
    <OnDemand waiting={<Opening />} failed={<FloatingProblem {...(onClose && { onClose })} />}>
      {children}
    </OnDemand>
  );
}

/** Visible only after a moment. */
function Opening() {
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
