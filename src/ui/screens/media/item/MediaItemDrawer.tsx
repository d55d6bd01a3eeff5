import { Button, FileButton, Group, Progress, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconReplace } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FrameRecord } from '../../../../frame/types.ts';
import { ExtensionPanels } from '../../../frames/ExtensionPanels.tsx';
import { FrameRefusal } from '../../../frames/request/FrameRefusal.ts';
import { addSection } from '../../../i18n/i18n.ts';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { allowSameFile } from '../../../parts/media/allowSameFile.ts';
import { FolderSelect } from '../../../parts/media/FolderSelect.tsx';
import { classifyMimeType, type FocusPosition, focusOf, mediaItemName } from '../../../parts/media/shown.ts';
import { loadOnDemand } from '../../../parts/onDemand/loadOnDemand.tsx';
import { askFirst } from '../../../parts/record/askFirst.tsx';
import { DeleteButton } from '../../../parts/record/DeleteButton.tsx';
import { GoneProvider, useLast } from '../../../parts/record/OpenRecord.tsx';
import { RecordDrawer } from '../../../parts/record/RecordDrawer.tsx';
import { type TypedTranslations, toTypedTranslations } from '../../../parts/record/typedTranslations.ts';
import { isWriteRestorable, undoOf } from '../../../parts/record/undoOf.ts';
import { useSaving } from '../../../parts/record/useSaving.ts';
import { useWords } from '../../../parts/record/useWords.tsx';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { useMayChange } from '../../../session/useMay.ts';
import { ask } from '../../../wire/ask.ts';
import { chosenChange } from '../../../wire/chosenChange.ts';
import type { AdminMedia } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { sendFile } from '../../../wire/upload.ts';
import { mediaItemQuery } from '../../../wire/useMediaItem.ts';
import type { CropChoices } from './Crops.tsx';
import { FocalPoint } from './FocalPoint.tsx';
import { ItemFacts } from './ItemFacts.tsx';

/** Few sites have crops. */
const CropList = loadOnDemand(async () => {
  const [{ Crops }] = await Promise.all([import('./Crops.tsx'), addSection('crops')]);
  return Crops;
});

interface MediaItemDrawerProps {
  readonly id: number;
  onClose(): void;
}

/** One file: its preview, its description, and where it is used. */
export function MediaItemDrawer({ id, onClose }: MediaItemDrawerProps) {
  const { t } = useTranslation();
  const { data: item, error, refetch } = useQuery(mediaItemQuery(id));
  const shown = useLast(item);
  if (shown)
    return (
      <GoneProvider value={item === null}>
        <ItemForm item={shown} onClose={onClose} />
      </GoneProvider>
    );
  return (
    <RecordDrawer title={t('media.title')} isDirty={false} onClose={onClose}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {item === null && <Text size="sm">{t('problem.notFound')}</Text>}
    </RecordDrawer>
  );
}

interface ItemValues {
  readonly title: string;
  readonly altText: string;
  readonly folder: string;
  readonly focalPoint: FocusPosition | null;
  readonly crops: CropChoices;
  readonly translations: TypedTranslations;
}

const toMediaValues = (item: AdminMedia): ItemValues => ({
  title: item.title ?? '',
  altText: item.altText ?? '',
  folder: item.folder ?? '',
  focalPoint: item.focalPoint ? focusOf(item) : null,
  crops: item.crops ?? null,
  translations: toTypedTranslations(item.translations),
});

/** The file as panels of extensions get it, with what is typed. */
function describeItem(item: AdminMedia, values: ItemValues): FrameRecord {
  const { id, originalName, mimeType, width, height, url } = item;
  const { title, altText, folder } = values;
  const fields = { title, altText, folder, originalName, mimeType, width, height, url };
  return { kind: 'media', id, title: title || originalName, fields };
}

interface ItemFormProps {
  readonly item: AdminMedia;
  onClose(): void;
}

function ItemForm({ item, onClose }: ItemFormProps) {
  const { t } = useTranslation();
  const mayEdit = useMayChange('media', { folder: item.folder ?? '' });
  const form = useForm<ItemValues>({ initialValues: toMediaValues(item) });
  const saving = useSaving({
    form,
    kind: 'media',
    save: (_, body) => ask('PUT /api/admin/media/{id}', { path: { id: item.id }, body }),
    onSaved: onClose,
  });
  const isPicture = classifyMimeType(item.mimeType) === 'image';
  const words = useWords(form);
  const { values } = form;
  const record = useMemo(() => describeItem(item, values), [item, values]);
  const setField = (name: string, value: unknown): void => {
    if (name !== 'altText' && name !== 'title') throw new FrameRefusal('unknownField');
    if (typeof value !== 'string') throw new FrameRefusal('kind');
    form.setFieldValue(name, value);
  };
  return (
    <RecordDrawer
      title={mediaItemName(item)}
      saving={mayEdit ? saving : undefined}
      isDirty={form.isDirty()}
      onClose={onClose}
      others={mayEdit && <DeleteMediaItem item={item} onDone={onClose} />}
    >
      {isPicture ? (
        <FocalPoint
          item={item}
          value={form.values.focalPoint}
          onChange={mayEdit ? (point) => form.setFieldValue('focalPoint', point) : undefined}
        />
      ) : (
        <Recording item={item} />
      )}
      {item.siteCrops && (
        <CropList
          item={item}
          value={form.values.crops}
          focalPoint={form.values.focalPoint}
          onChange={mayEdit ? (crops) => form.setFieldValue('crops', crops) : undefined}
        />
      )}
      {words.languages}
      {isPicture && (
        <Textarea
          label={t('media.alt')}
          description={t('media.altHelp')}
          autosize
          minRows={2}
          readOnly={!mayEdit}
          {...words.input('altText')}
        />
      )}
      <TextInput
        label={t('media.itemTitle')}
        description={t('media.itemTitleHelp')}
        placeholder={item.originalName}
        readOnly={!mayEdit}
        {...words.input('title', item.originalName)}
      />
      <FolderSelect
        label={t('media.folder')}
        readOnly={!mayEdit}
        value={form.values.folder}
        error={form.errors['folder']}
        onChange={(folder) => form.setFieldValue('folder', folder)}
      />
      <Group gap="xs">
        {mayEdit && <ReplaceButton item={item} />}
        <Button
          component="a"
          href={item.url}
          download={item.originalName}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} />}
        >
          {t('media.download')}
        </Button>
      </Group>
      <ItemFacts item={item} />
      <ExtensionPanels at="media.aside" holder={{ record, isReadOnly: !mayEdit, setField }} />
    </RecordDrawer>
  );
}

function Recording({ item }: Pick<ItemFormProps, 'item'>) {
  const kind = classifyMimeType(item.mimeType);
  // biome-ignore lint/a11y/useMediaCaption: uploads come without captions
  if (kind === 'video') return <video src={item.url} controls preload="metadata" style={{ width: '100%' }} />;
  // biome-ignore lint/a11y/useMediaCaption: uploads come without captions
  if (kind === 'audio') return <audio src={item.url} controls preload="metadata" style={{ width: '100%' }} />;
  return null;
}

function ReplaceButton({ item }: Pick<ItemFormProps, 'item'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  /** What nothing shows yet is replaced without a question. */
  async function askReplace(): Promise<boolean> {
    if (item.usage.length === 0) return true;
    const text = (count: number): string => t('media.replaceText', { count });
    const question = {
      title: t('media.replaceTitle', { name: mediaItemName(item) }),
      text,
      action: t('media.replace'),
    };
    return askFirst({ ...question, of: { kind: 'media', id: item.id } });
  }
  async function replace(file: File | null): Promise<void> {
    if (!file) return;
    try {
      if (!(await askReplace())) return;
      setShare(0);
      const sent = await sendFile({ file, into: item.id, onProgress: setShare });
      await client.invalidateQueries({ queryKey: createQueryKey('media') });
      const isLive = chosenChange() === undefined;
      notifySuccess(
        t(isLive ? 'media.replaced' : 'changes.saved'),
        isWriteRestorable(sent) ? undoOf(sent, client) : undefined,
      );
    } catch (error) {
      notifyError(error);
    } finally {
      setShare(null);
    }
  }
  return (
    <>
      <FileButton
        onChange={(file) => void replace(file)}
        inputProps={{ 'aria-label': t('media.replace'), ...allowSameFile }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            loading={share !== null}
            leftSection={<IconReplace size={16} />}
          >
            {t('media.replace')}
          </Button>
        )}
      </FileButton>
      {share !== null && <Progress value={share * 100} size="xs" flex={1} aria-label={t('media.replace')} />}
    </>
  );
}

function DeleteMediaItem({ item, onDone }: { readonly item: AdminMedia; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <DeleteButton
      title={t('media.deleteTitle', { name: mediaItemName(item) })}
      text={(count) => t('media.deleteUsed', { count })}
      of={{ kind: 'media', id: item.id }}
      kind="media"
      done={t('media.deleted')}
      onDelete={() => ask('DELETE /api/admin/media/{id}', { path: { id: item.id } })}
      onDone={onDone}
    />
  );
}
