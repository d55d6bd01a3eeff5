import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FolderSelect } from '../../../parts/media/FolderSelect.tsx';
import { problemText } from '../../../parts/screen/problemText.ts';

interface MoveFormProps {
  onClose(): void;
  onMove(folder: string | null): Promise<void>;
}

/** Asks for the folder that files are moved to. */
export function MoveForm({ onClose, onMove }: MoveFormProps) {
  const { t } = useTranslation();
  const [folder, setFolder] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function move(): Promise<void> {
    setBusy(true);
    try {
      await onMove(folder.trim() || null);
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
        void move();
      }}
    >
      <FolderSelect
        label={t('media.folder')}
        description={t('media.moveHelp')}
        value={folder}
        error={error}
        onChange={setFolder}
      />
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t(folder.trim() === '' ? 'media.takeOut' : 'media.move')}
        </Button>
      </Group>
    </form>
  );
}
