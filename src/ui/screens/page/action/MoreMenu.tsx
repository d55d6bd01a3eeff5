import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowsDiff,
  IconCopy,
  IconExternalLink,
  IconEyeOff,
  IconHistory,
  IconRestore,
  IconShare,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buildPublicUrl } from '../../../parts/buildPublicUrl.ts';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { askFirst } from '../../../parts/record/askFirst.tsx';
import { undoOf } from '../../../parts/record/undoOf.ts';
import { useAboutPage, useMay } from '../../../session/useMay.ts';
import { ask } from '../../../wire/ask.ts';
import type { AdminPage, DraftFacts } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { settingsQuery } from '../../../wire/queries.ts';
import type { PageForm } from '../form/usePageForm.ts';
import type { PagePublishing } from '../form/usePublishing.ts';
import { openUnpublishDialog } from './openUnpublishDialog.tsx';
import { sharePreview } from './sharePreview.tsx';

interface MoreMenuProps {
  readonly pageForm: PageForm;
  readonly publishing: PagePublishing;
  readonly isChanged: boolean;
  onDiscard(): void;
}

/** The less frequent actions on a page. */
export function MoreMenu({ pageForm, publishing, isChanged, onDiscard }: MoreMenuProps) {
  const { t } = useTranslation();
  const { edited, isInChange } = pageForm;
  const page = edited.live ?? edited.data;
  const may = useMay();
  const about = useAboutPage(page);
  const mayPublish = may('publish', 'page', about) || isInChange;
  const mayEdit = may('update', 'page', about);
  const mayDelete = may('delete', 'page', about) && (mayPublish || page.status !== 'published');
  const { data: settings } = useQuery(settingsQuery);
  const actions = usePageActions(page);
  const address = settings && page.status === 'published' ? buildPublicUrl(page, settings) : undefined;
  return (
    <Menu.Dropdown miw="13rem">
      {address && (
        <Menu.Item
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} />}
        >
          {t('page.view')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconHistory size={16} />}
        renderRoot={(props) => <Link to="/pages/$id/history" params={{ id: String(page.id) }} {...props} />}
      >
        {t('history.open')}
      </Menu.Item>
      <Menu.Item leftSection={<IconShare size={16} />} onClick={() => sharePreview(page.id, edited.change)}>
        {t('preview.share')}
      </Menu.Item>
      {may('create', 'page', { type: page.type, locale: page.locale }) && (
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void actions.duplicate()}>
          {t('common.duplicate')}
        </Menu.Item>
      )}
      {page.status === 'published' && mayEdit && mayPublish && (
        <Menu.Item
          leftSection={<IconEyeOff size={16} />}
          onClick={() => openUnpublishDialog({ page, pageForm, publishing })}
        >
          {t('page.takeOffline')}
        </Menu.Item>
      )}
      {page.status === 'archived' && mayEdit && (
        <Menu.Item
          leftSection={<IconRestore size={16} />}
          onClick={() => void publishing.setStatus('draft', t('page.saved'))}
        >
          {t('page.toDraft')}
        </Menu.Item>
      )}
      {page.status === 'draft' && mayEdit && (
        <Menu.Item
          leftSection={<IconArchive size={16} />}
          onClick={() => void publishing.setStatus('archived', t('page.archived'))}
        >
          {t('pages.actions.archive')}
        </Menu.Item>
      )}
      {edited.draft && mayEdit && <DraftItems draft={edited.draft} id={page.id} onDiscard={publishing.discardDraft} />}
      {isChanged && (
        <Menu.Item leftSection={<IconRestore size={16} />} onClick={onDiscard}>
          {t('draft.discardTyped')}
        </Menu.Item>
      )}
      {mayDelete && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} />}
            onClick={() => void actions.remove()}
          >
            {t('common.delete')}
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  );
}

interface DraftItemsProps {
  readonly draft: DraftFacts;
  readonly id: number;
  onDiscard(): Promise<void>;
}

/** What can be done with a draft beside what visitors read. */
function DraftItems({ draft, id, onDiscard }: DraftItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconWorld size={16} />}
        renderRoot={(props) => (
          <Link to="/pages/$id" params={{ id: String(id) }} search={{ show: 'live' }} {...props} />
        )}
      >
        {t('page.showLive')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowsDiff size={16} />}
        renderRoot={(props) => <Link to="/changes/$name" params={{ name: draft.change }} {...props} />}
      >
        {t('page.compareWithLive')}
      </Menu.Item>
      <Menu.Item leftSection={<IconRestore size={16} />} onClick={() => void onDiscard()}>
        {t('draft.discard')}
      </Menu.Item>
    </>
  );
}

/** The actions that lead to another screen. */
function usePageActions({ id, title, type }: AdminPage) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: createQueryKey('page') });
  return {
    async duplicate() {
      try {
        const { data } = await ask('POST /api/admin/pages/{id}/duplicate', { path: { id } });
        void refresh();
        await navigate({ to: '/pages/$id', params: { id: String(data.id) } });
      } catch (error) {
        notifyError(error);
      }
    },
    async remove() {
      try {
        const text = (count: number): string => t('page.deleteText', { count });
        const question = { title: t('page.deleteTitle', { title }), text, action: t('common.delete') };
        if (!(await askFirst({ ...question, of: { kind: 'page', id } }))) return;
        const answer = await ask('DELETE /api/admin/pages/{id}', { path: { id } });
        client.removeQueries({ queryKey: createQueryKey('page', id) });
        await navigate({ to: '/pages', search: { type }, ignoreBlocker: true });
        void refresh();
        notifySuccess(t('page.deleted', { title }), undoOf(answer, client));
      } catch (error) {
        notifyError(error);
      }
    },
  };
}
