import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../parts/dialog/DialogForm.tsx';

interface SaveViewFormProps {
  onClose(): void;
  onSave(name: string, shared: boolean): Promise<void>;
}

/** Asks for the name of a view, and whether everybody is to see it. */
export function SaveViewForm({ onClose, onSave }: SaveViewFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  return (
    <DialogForm
      action={t('common.save')}
      isComplete={name.trim() !== ''}
      onSend={() => onSave(name.trim(), isShared)}
      onClose={onClose}
    >
      {(error) => (
        <Stack gap="md">
          <TextInput
            label={t('pages.viewName')}
            description={t('pages.viewHelp')}
            value={name}
            error={error}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
            dir="auto"
          />
          <Checkbox
            label={t('pages.viewForAll')}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        </Stack>
      )}
    </DialogForm>
  );
}
