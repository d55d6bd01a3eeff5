import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';

/** The screen at unknown addresses. */
export function NotFound() {
  const { t } = useTranslation();
  return <Nothing text={t('shell.notFound')} />;
}

/** The screen of a record that no longer exists. */
export function Gone() {
  const { t } = useTranslation();
  return <Nothing text={t('problem.notFound')} />;
}

function Nothing({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const title = t('shell.notFoundTitle');
  useDocumentTitle(`${title} · Quire`);
  return (
    <EmptyState icon={IconMapOff} title={title} text={text} isScreen>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        {t('shell.toHome')}
      </Button>
    </EmptyState>
  );
}
