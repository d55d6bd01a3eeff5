import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../parts/dialog/useFocusBack.ts';
import { LogInForm } from './LogInForm.tsx';

interface PasswordDialogProps {
  readonly email: string;
  onDone(): void;
}

/** The log-in dialog for somebody whose session has ended. It cannot be dismissed. */
export function PasswordDialog({ email, onDone }: PasswordDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('session.expiredTitle')}
    >
      <Text size="sm" mb="md">
        {t('session.expired')}
      </Text>
      <LogInForm email={email} onDone={onDone} />
    </Modal>
  );
}
