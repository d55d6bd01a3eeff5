import { Alert, Anchor, Button, List, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFields, fieldAt } from '../../fields/describeFields.ts';
import { useIsChanged } from '../../form/FormContext.tsx';
import { ClashDialog } from '../../parts/clash/ClashDialog.tsx';
import { notifySuccess } from '../../parts/dialog/notify.tsx';
import { AutoSaveMark } from '../../parts/draft/AutoSaveMark.tsx';
import { DraftMark } from '../../parts/draft/DraftMark.tsx';
import { editedQuery } from '../../parts/draft/draftedKind.ts';
import { askDiscard, RestoredWork } from '../../parts/draft/RestoredWork.tsx';
import { type DraftForm, useDraftForm } from '../../parts/draft/useDraftForm.ts';
import { type PublishActions, useDraftPublishing } from '../../parts/draft/useDraftPublishing.ts';
import { pointerKindOf } from '../../parts/pointers.ts';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { GoneProvider } from '../../parts/record/OpenRecord.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { useMay, useMayChange, useMayPublish } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminBlock } from '../../wire/interface.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';
import { WireError } from '../../wire/WireError.ts';
import { DraftButtons } from '../changes/DraftButtons.tsx';
import { BlockFields, useBlockType } from './BlockFields.tsx';
import { blockDrafts } from './blockDrafts.ts';

interface BlockDrawerProps {
  readonly id: number;
  onClose(): void;
}

/** The form of a reusable block, whose content appears wherever it is used. */
export function BlockDrawer({ id, onClose }: BlockDrawerProps) {
  const { t } = useTranslation();
  const change = useChosenChange()?.name;
  const { data: edited, error, refetch } = useQuery(editedQuery(blockDrafts, id));
  if (!edited)
    return (
      error && (
        <RecordDrawer title={t('blocks.title')} isDirty={false} onClose={onClose}>
          <ProblemNotice error={error} onRetry={() => void refetch()} />
        </RecordDrawer>
      )
    );
  return (
    <GoneProvider value={error instanceof WireError && error.code === 'NOT_FOUND'}>
      {/* Each change gets a form of its own: what is typed stays where it was typed. */}
      <OpenBlock key={String(change)} id={id} onClose={onClose} />
    </GoneProvider>
  );
}

function OpenBlock({ id, onClose }: BlockDrawerProps) {
  const { t } = useTranslation();
  const blockForm = useDraftForm(blockDrafts, id);
  const { form, edited, restoredAt, keeping, isInChange, save } = blockForm;
  const { data: block, draft } = edited;
  const may = useMay();
  const about = { type: block.typeSlug };
  const mayEdit = may('update', 'block', about);
  const mayDelete = useMayChange('block', about, 'delete');
  const pages = pagesOf(edited.live ?? block);
  const publishedText = (): string => t('blocks.publishedOn', { count: pages.length });
  const publishing = useDraftPublishing({ kind: blockDrafts, draftForm: blockForm, publishedText });
  const isChanged = useIsChanged(form);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const type = useBlockType(block.typeSlug);
  const name = block.title ?? type?.name ?? block.typeSlug;
  const saveNow = async (): Promise<void> => {
    if (isChanged && (await save())) notifySuccess(t(isInChange ? 'changes.saved' : 'changes.draftSaved'));
  };
  // The empty list and `true` make the shortcut work inside inputs and rich text, too.
  useHotkeys([['mod+S', () => void saveNow()]], [], true);
  return (
    <RecordDrawer
      title={name}
      mark={
        <>
          {draft && <DraftMark draft={draft} />}
          <AutoSaveMark keeping={keeping} isChanged={isChanged} />
        </>
      }
      // What is typed is kept, and becomes the draft when the drawer is closed.
      isDirty={false}
      isCovered={isPanelOpen}
      onClose={onClose}
      actions={
        mayEdit && (
          <BlockSaveButtons
            {...{ blockForm, publishing, isChanged, pages }}
            onSave={() => void saveNow()}
            onPanel={setPanelOpen}
          />
        )
      }
      others={
        mayEdit && (
          <>
            {mayDelete && (
              <DeleteButton
                title={t('blocks.deleteTitle', { title: name })}
                text={(count) => t('blocks.deleteText', { count })}
                of={{ kind: 'block', id }}
                isKeptInUse
                kind="block"
                done={t('blocks.deleted')}
                onDelete={() => ask('DELETE /api/admin/blocks/{id}', { path: { id } })}
                onDone={onClose}
              />
            )}
            {draft && (
              <Button variant="subtle" color="gray" onClick={() => void publishing.discardDraft()}>
                {t('draft.discard')}
              </Button>
            )}
          </>
        )
      }
    >
      {restoredAt && isChanged && <RestoredWork at={restoredAt} onDiscard={() => void askDiscard(blockForm.discard)} />}
      <Alert variant="light" color="gray" icon={<IconRecycle size={18} />} py="xs">
        <Text size="sm">{t('blocks.changesOn', { count: pages.length })}</Text>
        <PageNames pages={pages} />
      </Alert>
      <BlockFields id={block.id} form={form} type={type} isReadOnly={!mayEdit} />
      <ClashDialog
        conflicts={blockForm.conflicts}
        dismiss={blockForm.dismiss}
        isSaving={blockForm.isSaving}
        settle={async (choose) => {
          if (await blockForm.settle(choose)) notifySuccess(t('changes.draftSaved'));
        }}
        labelOf={({ path: [first, ...rest] }) =>
          first === 'title' ? t('blocks.name') : describeFields(rest, type?.fields ?? [])
        }
        pointersOf={({ path: [, ...rest] }) => pointerKindOf(fieldAt(rest, type?.fields ?? [])?.type)}
      />
    </RecordDrawer>
  );
}

interface BlockSaveButtonsProps {
  readonly blockForm: DraftForm<AdminBlock>;
  readonly publishing: PublishActions;
  readonly isChanged: boolean;
  readonly pages: readonly Use[];
  onSave(): void;
  onPanel(isOpen: boolean): void;
}

function BlockSaveButtons(props: BlockSaveButtonsProps) {
  const { blockForm, publishing, isChanged, pages, onSave, onPanel } = props;
  const mayPublish = useMayPublish('block', { type: blockForm.edited.data.typeSlug });
  const { t } = useTranslation();
  const { draft } = blockForm.edited;
  if (blockForm.isInChange)
    return (
      <Button disabled={!isChanged} loading={blockForm.isSaving} onClick={onSave}>
        {t('common.save')}
      </Button>
    );
  return (
    <DraftButtons
      draftForm={blockForm}
      publishing={publishing}
      isChanged={isChanged}
      mayPublish={mayPublish}
      hasNews={isChanged || draft !== null}
      onSave={onSave}
      onPanel={onPanel}
      panel={{
        scheduledAt: draft?.scheduledAt ?? null,
        differText: (count) => t('blocks.willDiffer', { count }),
        more: () => (
          <div>
            <Text size="sm">{t('blocks.shownOn', { count: pages.length })}</Text>
            <PageNames pages={pages} />
          </div>
        ),
      }}
    />
  );
}

type Use = AdminBlock['usage'][number];

/** The pages on which a block stands, each once. */
const pagesOf = ({ usage }: AdminBlock): readonly Use[] => [...new Map(usage.map((use) => [use.pageId, use])).values()];

function PageNames({ pages }: { readonly pages: readonly Use[] }) {
  return (
    <List size="sm" listStyleType="none">
      {pages.map(({ pageId, pageTitle, locale }) => (
        <List.Item key={pageId}>
          <Anchor size="sm" renderRoot={(props) => <Link to="/pages/$id" params={{ id: String(pageId) }} {...props} />}>
            <span dir="auto">{pageTitle}</span>
          </Anchor>{' '}
          <Text span size="xs" c="dimmed">
            {locale}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
