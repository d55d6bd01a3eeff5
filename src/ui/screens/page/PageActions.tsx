import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArchive,
  IconArrowLeft,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconEyeOff,
  IconHistory,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useValue } from '../../form/FormContext.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { StatusBadge, stageOf } from '../../parts/StatusBadge.tsx';
import { tellDone, tellProblem } from '../../parts/tell.tsx';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';
import { settingsQuery } from '../../wire/queries.ts';
import classes from './PageActions.module.css';
import { publicAddress } from './publicAddress.ts';
import type { Status, usePageForm } from './usePageForm.ts';

interface PageActionsProps extends ReturnType<typeof usePageForm> {
  readonly isChanged: boolean;
  readonly mayEdit: boolean;
  readonly typeName: string;
}

/** Where one is, whether it is saved, and the one button that comes next. */
export function PageActions({ page, save, isSaving, isChanged, mayEdit, typeName, discard }: PageActionsProps) {
  const { t } = useTranslation();
  const [title] = useValue(['title']);
  const [scheduledAt] = useValue(['scheduledAt']);
  const next = nextStep({ status: page.status, scheduledAt: typeof scheduledAt === 'string' ? scheduledAt : null });
  const run = async (status: Status | undefined, message: string): Promise<void> => {
    if (await save(status)) tellDone(message);
  };
  const saveNow = (): void => {
    if (isChanged) void run(undefined, t(page.status === 'published' ? 'page.savedLive' : 'page.saved'));
  };
  useHotkeys([['mod+S', saveNow]], []);

  return (
    <div className={classes.bar}>
      <PageHead
        title={String(title ?? '') || t('page.untitled')}
        back={
          <Link to="/pages" search={{ type: page.type }} className={classes.back}>
            <IconArrowLeft size={15} aria-hidden /> <span dir="auto">{typeName}</span>
          </Link>
        }
        detail={<StatusBadge page={page} />}
      >
        <Text size="sm" c="dimmed" role="status" visibleFrom="xs">
          {isChanged ? t('page.unsaved') : null}
        </Text>
        {mayEdit && (
          <>
            <MoreMenu page={page} isChanged={isChanged} onSave={run} onDiscard={discard} />
            {next.hasDraft && (
              <Button variant="default" disabled={!isChanged} loading={isSaving} onClick={saveNow}>
                {t('page.saveDraft')}
              </Button>
            )}
            <Button
              loading={isSaving}
              disabled={next.needsChange && !isChanged}
              onClick={() => void run(next.status, t(next.done))}
            >
              {t(next.label)}
            </Button>
          </>
        )}
      </PageHead>
    </div>
  );
}

/** What the one button does. */
function nextStep(page: { readonly status: Status; readonly scheduledAt: string | null }) {
  const stage = stageOf(page);
  if (page.status === 'published')
    return { label: 'page.publishChanges', done: 'page.savedLive', needsChange: true, hasDraft: false } as const;
  if (stage === 'scheduled')
    return { label: 'page.schedule', done: 'page.scheduled', needsChange: true, hasDraft: false } as const;
  return {
    label: 'page.publish',
    done: 'page.published',
    status: 'published',
    needsChange: false,
    hasDraft: true,
  } as const;
}

interface MoreMenuProps extends Pick<PageActionsProps, 'page' | 'isChanged'> {
  onSave(status: Status, message: string): Promise<void>;
  onDiscard(): void;
}

function MoreMenu({ page, isChanged, onSave, onDiscard }: MoreMenuProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const actions = usePageActions(page);
  const address = settings && page.status === 'published' ? publicAddress(page, settings) : undefined;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('page.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
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
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void actions.duplicate()}>
          {t('common.duplicate')}
        </Menu.Item>
        {page.status === 'published' && (
          <Menu.Item
            leftSection={<IconEyeOff size={16} />}
            onClick={() => void onSave('draft', t('page.takenOffline'))}
          >
            {t('pages.actions.unpublish')}
          </Menu.Item>
        )}
        {page.status === 'archived' ? (
          <Menu.Item leftSection={<IconRestore size={16} />} onClick={() => void onSave('draft', t('page.saved'))}>
            {t('page.toDraft')}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconArchive size={16} />}
            onClick={() => void onSave('archived', t('page.archived'))}
          >
            {t('pages.actions.archive')}
          </Menu.Item>
        )}
        {isChanged && (
          <Menu.Item leftSection={<IconRestore size={16} />} onClick={onDiscard}>
            {t('page.discard')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void actions.remove()}>
          {t('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What ends in another screen. */
function usePageActions({ id, title, type }: MoreMenuProps['page']) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: keyOf('page') });
  return {
    async duplicate() {
      try {
        const { data } = await ask('POST /api/admin/pages/{id}/duplicate', { path: { id } });
        void refresh();
        await navigate({ to: '/pages/$id', params: { id: String(data.id) } });
      } catch (error) {
        tellProblem(error);
      }
    },
    async remove() {
      const action = t('common.delete');
      if (!(await confirm({ title, text: t('page.delete'), action, isDangerous: true }))) return;
      try {
        await ask('DELETE /api/admin/pages/{id}', { path: { id } });
        client.removeQueries({ queryKey: keyOf('page', id) });
        await navigate({ to: '/pages', search: { type }, ignoreBlocker: true });
        void refresh();
        tellDone(t('page.deleted', { title }));
      } catch (error) {
        tellProblem(error);
      }
    },
  };
}
