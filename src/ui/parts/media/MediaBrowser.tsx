import { Button, FileButton, Group, Loader, Modal, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff, IconSearch, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import { chosenName } from '../../wire/chosenChange.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { foldersQuery, MEDIA_TYPES, type MediaFileType } from '../../wire/queries.ts';
import { sendFile } from '../../wire/upload.ts';
import { notifyError } from '../dialog/notify.tsx';
import { useFocusBack } from '../dialog/useFocusBack.ts';
import { EmptyState } from '../screen/EmptyState.tsx';
import { ProblemNotice } from '../screen/ProblemNotice.tsx';
import { allowSameFile } from './allowSameFile.ts';
import classes from './MediaBrowser.module.css';
import { MediaThumb } from './MediaThumb.tsx';

const PAGE = 60;
const TYPING_MS = 150;

/** Which files of the library are shown. */
interface LibraryFilter {
  readonly search: string;
  readonly folder: string | null;
  readonly type: MediaFileType | null;
}

function useLibrary({ search, folder, type }: LibraryFilter) {
  return useInfiniteQuery({
    queryKey: createQueryKey('media', 'found', search, folder, type),
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/media', {
        query: {
          ...{ search, limit: PAGE, offset: pageParam },
          ...(folder !== null && { folder }),
          ...(type !== null && { type }),
        },
        signal,
      }),
    getNextPageParam: ({ meta: { offset, total } }) => (offset + PAGE < total ? offset + PAGE : undefined),
  });
}

interface MediaLibraryProps {
  readonly isMany?: boolean;
  readonly isPicture?: boolean;
  onPick(ids: readonly number[]): void;
  onClose(): void;
}

/** The files of the library in a dialog, with a search, filters and a button to upload others. */
export function MediaBrowser({ isMany = false, isPicture = false, onPick, onClose }: MediaLibraryProps) {
  const { t } = useTranslation();
  useFocusBack();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, TYPING_MS);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [folder, setFolder] = useState<string | null>(null);
  const [type, setType] = useState<MediaFileType | null>(isPicture ? 'image' : null);
  const library = useLibrary({ search: wanted, folder, type });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = library;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const choose = (id: number): void => {
    if (!isMany) onPick([id]);
    else setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isPicture ? 'fields.choosePicture' : 'fields.chooseMedia')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Group mb="md" wrap="nowrap">
        <TextInput
          type="search"
          aria-label={t('fields.searchMedia')}
          placeholder={t('fields.searchMedia')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          data-autofocus
          style={{ flex: 1 }}
        />
        <LibraryUploadButton isMany={isMany} folder={folder} onDone={onPick} />
      </Group>
      <LibraryFilters {...{ folder, type }} hasTypes={!isPicture} onFolder={setFolder} onType={setType} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data && items.length === 0 && <NoFiles isSearch={wanted !== '' || folder !== null || type !== null} />}
      <div className={classes.grid}>
        {items.map((item) => (
          <UnstyledButton
            key={item.id}
            className={classes.item}
            aria-pressed={isMany ? chosen.includes(item.id) : undefined}
            onClick={() => choose(item.id)}
          >
            <MediaThumb item={item} size="tile" alt={item.altText} />
            <Text size="xs" truncate mt={4} dir="auto">
              {item.title || item.originalName}
            </Text>
          </UnstyledButton>
        ))}
      </div>
      <Group justify="space-between" mt="md">
        {hasNextPage ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common.more')}
          </Button>
        ) : (
          <span />
        )}
        {isMany && (
          <Button disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {t('common.add')} {chosen.length > 0 && `(${chosen.length})`}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

interface LibraryFiltersProps extends Pick<LibraryFilter, 'folder' | 'type'> {
  /** Whether a kind of file can be chosen. */
  readonly hasTypes: boolean;
  onFolder(folder: string | null): void;
  onType(type: MediaFileType | null): void;
}

function LibraryFilters({ folder, type, hasTypes, onFolder, onType }: LibraryFiltersProps) {
  const { t } = useTranslation();
  const { data: folders = [] } = useQuery(foldersQuery);
  if (folders.length === 0 && !hasTypes) return null;
  const clear = (label: string) => ({ 'aria-label': `${t('common.clear')}: ${label}` });
  return (
    <Group gap="xs" mb="md">
      {folders.length > 0 && (
        <Select
          aria-label={t('media.folder')}
          placeholder={t('media.anyFolder')}
          data={[...folders]}
          value={folder}
          onChange={onFolder}
          searchable
          clearable
          clearButtonProps={clear(t('media.folder'))}
        />
      )}
      {hasTypes && (
        <Select
          aria-label={t('media.anyType')}
          placeholder={t('media.anyType')}
          data={MEDIA_TYPES.map((value) => ({ value, label: t(`media.types.${value}`) }))}
          value={type}
          onChange={(next) => onType(next as MediaFileType | null)}
          clearable
          clearButtonProps={clear(t('media.anyType'))}
        />
      )}
    </Group>
  );
}

function NoFiles({ isSearch }: { readonly isSearch: boolean }) {
  const { t } = useTranslation();
  return isSearch ? (
    <EmptyState icon={IconPhotoOff} title={t('fields.noMedia')} text={t('fields.noMediaHelp')} />
  ) : (
    <EmptyState icon={IconPhotoOff} title={t('fields.noMediaYet')} text={t('fields.noMediaYetHelp')} />
  );
}

interface LibraryUploadButtonProps {
  readonly isMany: boolean;
  /** The folder that the files are put in. */
  readonly folder: string | null;
  onDone(ids: readonly number[]): void;
}

function LibraryUploadButton({ isMany, folder, onDone }: LibraryUploadButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const ids: number[] = [];
      const change = chosenName();
      for (const file of files) ids.push((await sendFile({ file, change, folder: folder ?? undefined })).item.id);
      return ids;
    },
    onSuccess: onDone,
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('media') }),
  });
  return (
    <FileButton
      multiple={isMany}
      inputProps={allowSameFile}
      onChange={(given) => {
        const files = Array.isArray(given) ? given : [given].filter((file) => file !== null);
        if (files.length > 0) upload.mutate(files);
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          disabled={upload.isPending}
          leftSection={upload.isPending ? <Loader size={15} /> : <IconUpload size={16} />}
        >
          {t(upload.isPending ? 'fields.uploading' : 'fields.upload')}
        </Button>
      )}
    </FileButton>
  );
}
