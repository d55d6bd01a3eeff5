import { Button, FileButton, Group, Loader, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff, IconSearch, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import { chosenName } from '../../wire/chosenChange.ts';
import { keyOf } from '../../wire/keys.ts';
import { sendFile } from '../../wire/upload.ts';
import { tellProblem } from '../dialog/tell.tsx';
import { useFocusBack } from '../dialog/useFocusBack.ts';
import { EmptyState } from '../screen/EmptyState.tsx';
import { Problem } from '../screen/Problem.tsx';
import { allowSameFile } from './allowSameFile.ts';
import classes from './MediaLibrary.module.css';
import { MediaThumb } from './MediaThumb.tsx';

const PAGE = 60;
const TYPING_MS = 150;

function useLibrary(search: string, isPicture: boolean) {
  return useInfiniteQuery({
    queryKey: keyOf('media', 'found', search, isPicture),
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/media', {
        query: { search, limit: PAGE, offset: pageParam, ...(isPicture && { type: 'image/' }) },
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

/** The files of the library in a dialog, with a search and a button to upload others. */
export function MediaLibrary({ isMany = false, isPicture = false, onPick, onClose }: MediaLibraryProps) {
  const { t } = useTranslation();
  useFocusBack();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, TYPING_MS);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLibrary(wanted, isPicture);
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
        <UploadButton isMany={isMany} onDone={onPick} />
      </Group>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && items.length === 0 && <NoFiles isSearch={wanted !== ''} />}
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

function NoFiles({ isSearch }: { readonly isSearch: boolean }) {
  const { t } = useTranslation();
  return isSearch ? (
    <EmptyState icon={IconPhotoOff} title={t('fields.noMedia')} text={t('fields.noMediaHelp')} />
  ) : (
    <EmptyState icon={IconPhotoOff} title={t('fields.noMediaYet')} text={t('fields.noMediaYetHelp')} />
  );
}

interface UploadButtonProps {
  readonly isMany: boolean;
  onDone(ids: readonly number[]): void;
}

function UploadButton({ isMany, onDone }: UploadButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const ids: number[] = [];
      const change = chosenName();
      for (const file of files) ids.push((await sendFile({ file, change })).item.id);
      return ids;
    },
    onSuccess: onDone,
    onError: tellProblem,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('media') }),
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
