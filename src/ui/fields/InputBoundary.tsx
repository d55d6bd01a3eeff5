import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

interface InputBoundaryProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Keeps an input that fails to render or to load from taking the rest of the form with it. */
export function InputBoundary({ label, children }: InputBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => label} errorComponent={() => <BrokenInput label={label} />}>
      <Suspense fallback={<Skeleton height={62} animate={false} />}>{children}</Suspense>
    </CatchBoundary>
  );
}

function BrokenInput({ label }: Pick<InputBoundaryProps, 'label'>) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={label} role="alert">
      <p style={{ marginBlockStart: 0 }}>{t('fields.notLoaded')}</p>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        {t('problem.reload')}
      </Button>
    </Alert>
  );
}
