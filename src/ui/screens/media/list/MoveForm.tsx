import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../parts/dialog/DialogForm.tsx';
import { FolderSelect } from '../../../parts/media/FolderSelect.tsx';

interface MoveFormProps {
  onClose(): void;
  onMove(folder: string | null): Promise<void>;
}

/** Asks for the folder that files are moved to. */
export function MoveForm({ onClose, onMove }: MoveFormProps) {
  const { t } = useTranslation();
  const [folder, setFolder] = useState('');
  return (
    <DialogForm
      action={t(folder.trim() === '' ? 'media.takeOut' : 'media.move')}
      onSend={() => onMove(folder.trim() || null)}
      onClose={onClose}
    >
      {(error) => (
        <FolderSelect
          label={t('media.folder')}
          description={t('media.moveHelp')}
          value={folder}
          error={error}
          onChange={setFolder}
        />
      )}
    </DialogForm>
  );
}
