import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../parts/dialog/confirm.tsx';
import { DialogForm } from '../../../parts/dialog/DialogForm.tsx';
import { openDialogs } from '../../../parts/dialog/dialogs.ts';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { FolderSelect } from '../../../parts/media/FolderSelect.tsx';
import { isWriteRestorable, undoOf } from '../../../parts/record/undoOf.ts';
import { SelectionBar } from '../../../parts/selection/SelectionBar.tsx';
import { ask } from '../../../wire/ask.ts';
import { chosenName } from '../../../wire/chosenChange.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { WireError } from '../../../wire/WireError.ts';

interface MediaBulkProps {
  readonly ids: readonly number[];
  onClear(): void;
}

/** The actions on all selected files. Files that are in use are not deleted. */
export function MediaBulk({ ids, onClear }: MediaBulkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const count = ids.length;
  if (count === 0) return null;

  /** One at a time, since the server writes one at a time anyway; all in what is chosen now. */
  async function each<A>(act: (id: number, change: string | null) => Promise<A>): Promise<readonly A[]> {
    const change = chosenName();
    const answers: A[] = [];
    setBusy(true);
    try {
      for (const id of ids) answers.push(await act(id, change));
      return answers;
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: createQueryKey('media') });
    }
  }
  async function moveTo(folder: string | null): Promise<void> {
    const moved = await each((id, change) =>
      ask('PUT /api/admin/media/{id}', { path: { id }, body: { folder }, change }),
    );
    notifySuccess(t('media.moved', { count }), undoOf(moved, client));
    onClear();
  }
  const move = (): void =>
    void openDialogs().then((modals) => {
      const id = modals.open({
        title: t('media.moveMany', { count }),
        children: <MoveForm onClose={() => modals.close(id)} onMove={moveTo} />,
      });
    });
  async function remove(): Promise<void> {
    const title = t('media.deleteMany', { count });
    if (!(await confirm({ title, text: t('media.deleteManyText'), action: t('common.delete'), isDangerous: true })))
      return;
    let kept = 0;
    try {
      const answers = await each((id, change) =>
        ask('DELETE /api/admin/media/{id}', { path: { id }, query: { ifUnused: true }, change }).catch(
          (error: unknown) => {
            if (!(error instanceof WireError)) throw error;
            if (error.code === 'IN_USE') kept += 1;
            // Somebody else has deleted it already.
            else if (error.code !== 'NOT_FOUND') throw error;
          },
        ),
      );
      const deleted = answers.flatMap((answer) => answer ?? []);
      const undo = deleted.every(isWriteRestorable) ? undoOf(deleted, client) : undefined;
      notifySuccess(kept === 0 ? t('media.deletedMany', { count }) : t('media.deletedSome', { count: kept }), undo);
      onClear();
    } catch (error) {
      notifyError(error);
    }
  }
  return (
    <SelectionBar label={t('media.selected', { count })} onClear={onClear}>
      <Button size="xs" variant="default" disabled={isBusy} onClick={move}>
        {t('media.move')}
      </Button>
      <Button size="xs" variant="default" c="red" loading={isBusy} onClick={() => void remove()}>
        {t('common.delete')}
      </Button>
    </SelectionBar>
  );
}

interface MoveFormProps {
  onClose(): void;
  onMove(folder: string | null): Promise<void>;
}

/** Asks for the folder that files are moved to. */
function MoveForm({ onClose, onMove }: MoveFormProps) {
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
