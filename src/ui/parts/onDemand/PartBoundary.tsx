import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CatchBoundary } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';

interface PartBoundaryProps {
  /** Shown while the code is loading. */
  readonly waiting?: ReactNode;
  /** Shown if the part fails. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

/** The place of a part of a screen. If the part fails, the rest of the screen stays, with what was typed. */
export function PartBoundary({ waiting, failed = <LoadProblem />, children }: PartBoundaryProps) {
  return (
    <Failed value={failed}>
      <CatchBoundary getResetKey={() => 'part'} errorComponent={ShowFailed}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </CatchBoundary>
    </Failed>
  );
}

/** A context, so that the boundary gets the same component each time: another one would be announced anew. */
const Failed = createContext<ReactNode>(null);

const ShowFailed = (): ReactNode => useContext(Failed);

interface LoadProblemProps {
  readonly title?: string;
  readonly text?: string;
  onClose?(): void;
}

/**
 * Shown in place of a part that failed, mostly because its code could not be loaded. Only loading the page anew helps:
 * browsers remember that a module failed, and after an update of Quire its files have other names.
 */
export function LoadProblem({ title, text, onClose }: LoadProblemProps) {
  const { t } = useTranslation();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={title ?? t('problem.title')}
      role="alert"
      {...(onClose && { withCloseButton: true, closeButtonLabel: t('common.close'), onClose })}
    >
      <p style={{ marginBlockStart: 0 }}>{text ?? t('problem.notLoaded')}</p>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        {t('problem.reload')}
      </Button>
    </Alert>
  );
}
