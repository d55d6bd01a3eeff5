import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';

/** Stands at addresses that lead nowhere. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconMapOff} title={t('shell.notFoundTitle')} text={t('shell.notFound')}>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        {t('shell.toHome')}
      </Button>
    </EmptyState>
  );
}
