import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { problemText } from './problemText.ts';

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Shown where something could not be loaded. */
export function ProblemNotice({ error, onRetry }: ProblemProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={t('problem.title')} role="alert">
      <p style={{ marginBlockStart: 0 }}>{problemText(error)}</p>
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Alert>
  );
}
