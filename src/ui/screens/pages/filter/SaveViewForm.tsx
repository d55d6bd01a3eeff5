import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../parts/screen/problemText.ts';

interface SaveViewFormProps {
  onClose(): void;
  onSave(name: string, shared: boolean): Promise<void>;
}

/** Asks for the name of a view, and whether everybody is to see it. */
export function SaveViewForm({ onClose, onSave }: SaveViewFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await onSave(name.trim(), isShared);
      onClose();
    } catch (problem) {
      setError(problemText(problem));
      setBusy(false);
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
