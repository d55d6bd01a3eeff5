import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconFolder, IconFolderOpen, IconPencil, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askText } from '../../parts/dialog/askText.tsx';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { tellSaved } from '../../parts/record/undoOf.ts';
import { useMayChange } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { foldersQuery } from '../../wire/queries.ts';
import classes from './Folders.module.css';
import type { ChangeSearch, MediaSearch } from './search.ts';

interface FoldersProps {
  readonly search: MediaSearch;
  readonly onChange: ChangeSearch;
}

/** The folders, as buttons that show the files of one. */
export function Folders({ search, onChange }: FoldersProps) {
  const { t } = useTranslation();
  const { data: folders = [] } = useQuery(foldersQuery);
  if (folders.length === 0 && search.folder === undefined) return null;
  return (
    <nav aria-label={t('media.folders')} className={classes.folders}>
      <FolderButton isOpen={search.folder === undefined} onClick={() => onChange({ folder: undefined })}>
        {t('media.allFolders')}
      </FolderButton>
      {folders.map((folder) => (
        <FolderButton
          key={folder}
          isOpen={folder === search.folder}
          onClick={() => onChange({ folder: folder === search.folder ? undefined : folder })}
        >
          {folder}
        </FolderButton>
      ))}
      {search.folder !== undefined && <FolderMenu folder={search.folder} onChange={onChange} />}
    </nav>
  );
}

interface FolderButtonProps {
  readonly isOpen: boolean;
  readonly children: string;
  onClick(): void;
}

function FolderButton({ isOpen, children, onClick }: FolderButtonProps) {
  const IconOf = isOpen ? IconFolderOpen : IconFolder;
  return (
    <Button
      size="xs"
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? 'accent' : 'gray'}
      leftSection={<IconOf size={16} aria-hidden />}
      aria-pressed={isOpen}
      onClick={onClick}
    >
      <span dir="auto">{children}</span>
    </Button>
  );
}

interface FolderMenuProps {
  readonly folder: string;
  readonly onChange: ChangeSearch;
}

function FolderMenu({ folder, onChange }: FolderMenuProps) {
  const { t } = useTranslation();
  const mayEdit = useMayChange('media', { folder });
  const client = useQueryClient();
  const rename = useRenameFolder();
  const dissolve = useDissolveFolder();
  if (!mayEdit) return null;

  const askName = (): void =>
    askText({
      title: t('media.renameFolder'),
      label: t('common.name'),
      value: folder,
      action: t('media.renameFolder'),
      async onDone(to) {
        const answer = await rename.mutateAsync({ from: folder, to });
        onChange({ folder: to.trim() });
        tellSaved(answer, client);
      },
    });
  async function askDissolve(): Promise<void> {
    const action = t('media.dissolveFolder');
    if (!(await confirm({ title: action, text: t('media.dissolveText', { folder }), action }))) return;
    try {
      const answer = await dissolve.mutateAsync(folder);
      onChange({ folder: undefined });
      tellSaved(answer, client);
    } catch (error) {
      notifyError(error);
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t('media.folderActions', { folder })}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={askName}>
          {t('media.renameFolder')}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={16} />} onClick={() => void askDissolve()}>
          {t('media.dissolveFolder')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A mutation after which every query of media is stale. */
function useMediaMutation<V, A>(mutationFn: (values: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('media') }) });
}

const useRenameFolder = () =>
  useMediaMutation(({ from, to }: { readonly from: string; readonly to: string }) =>
    ask('PUT /api/admin/media/folders/{name}', { path: { name: from }, body: { name: to } }),
  );

const useDissolveFolder = () =>
  useMediaMutation((name: string) => ask('DELETE /api/admin/media/folders/{name}', { path: { name } }));
