import { Button, Checkbox, Menu, Stack, TextInput } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconTrash,
  IconUsers,
  IconUsersMinus,
  IconUsersPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../parts/dialog/DialogForm.tsx';
import { openDialogs } from '../../../parts/dialog/dialogs.ts';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import { useRole } from '../../../session/useRole.ts';
import type { PageListSearch } from '../queries.ts';
import classes from './SavedViews.module.css';
import { type PageListView, searchOf, useViews } from './views.ts';

interface SavedViewsProps {
  readonly search: PageListSearch;
}

/** Views of the list with its filters, columns and order: the user's own, and those shared with the team. */
export function SavedViews({ search }: SavedViewsProps) {
  const { t } = useTranslation();
  const { views, save, change, remove } = useViews();
  const isAdmin = useRole('admin');
  const askName = (): void =>
    void openDialogs().then((modals) => {
      const id = modals.open({
        title: t('pages.saveView'),
        children: (
          <SaveViewForm
            onClose={() => modals.close(id)}
            onSave={async (name, shared) => {
              await save({ name, shared, search });
              notifySuccess(t('pages.viewSaved', { name }));
            }}
          />
        ),
      });
    });
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} visibleFrom="sm">
          {t('pages.views')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="18rem">
        {views.length === 0 && <Menu.Label maw="18rem">{t('pages.noViews')}</Menu.Label>}
        {views.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            mayChange={view.isOwn || isAdmin}
            onShare={() => change({ id: view.id, shared: !view.shared })}
            onRemove={() => remove(view.id)}
          />
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmarkPlus size={16} />} onClick={askName}>
          {t('pages.saveView')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ViewLineProps {
  readonly view: PageListView;
  readonly mayChange: boolean;
  onShare(): void;
  onRemove(): void;
}

function ViewLine({ view, mayChange, onShare, onRemove }: ViewLineProps) {
  const { t } = useTranslation();
  const { name, shared, isOwn, owner } = view;
  const ShareIcon = shared ? IconUsersMinus : IconUsersPlus;
  const shareWords = t(shared ? 'pages.keepViewOwn' : 'pages.shareView', { name });
  return (
    <div role="none" className={classes.view}>
      <Menu.Item
        renderRoot={(props) => <Link to="/pages" search={searchOf(view)} {...props} />}
        rightSection={shared && <IconUsers size={15} title={t('pages.viewShared', { name: owner.name ?? '' })} />}
      >
        <span dir="auto">{name}</span>
      </Menu.Item>
      {mayChange && isOwn && (
        <Menu.Item w="auto" aria-label={shareWords} title={shareWords} closeMenuOnClick={false} onClick={onShare}>
          <ShareIcon size={15} aria-hidden />
        </Menu.Item>
      )}
      {mayChange && (
        <Menu.Item w="auto" aria-label={`${t('common.delete')}: ${name}`} closeMenuOnClick={false} onClick={onRemove}>
          <IconTrash size={15} aria-hidden />
        </Menu.Item>
      )}
    </div>
  );
}

interface SaveViewFormProps {
  onClose(): void;
  onSave(name: string, shared: boolean): Promise<void>;
}

/** Asks for the name of a view, and whether everybody is to see it. */
function SaveViewForm({ onClose, onSave }: SaveViewFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  return (
    <DialogForm
      action={t('common.save')}
      isComplete={name.trim() !== ''}
      onSend={() => onSave(name.trim(), isShared)}
      onClose={onClose}
    >
      {(error) => (
        <Stack gap="md">
          <TextInput
            label={t('pages.viewName')}
            description={t('pages.viewHelp')}
            value={name}
            error={error}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
            dir="auto"
          />
          <Checkbox
            label={t('pages.viewForAll')}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        </Stack>
      )}
    </DialogForm>
  );
}
