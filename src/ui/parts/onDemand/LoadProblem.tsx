import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

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
