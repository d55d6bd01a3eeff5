import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/parts/dialog/confirm.tsx';
import { DialogForm } from '../../../ui/parts/dialog/DialogForm.tsx';
import { openDialogs } from '../../../ui/parts/dialog/dialogs.ts';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { previewSupport } from '../../../ui/parts/previewSupport.ts';
import { ask } from '../../../ui/wire/ask.ts';
import { toBranchName } from '../../../ui/wire/chosenChange.ts';
import type { Change, ChangeRequest } from '../../../ui/wire/interface.ts';
import { settingsQuery } from '../../../ui/wire/queries.ts';
import { requestQuery, withRefusals } from './queries.ts';

/** What can be done with the request of a change. */
export function useRequestActions(change: Change) {
  const client = useQueryClient();
  const { name } = change;

  /** Shows what a write has answered. A read that began before must not replace it. */
  async function show(request: ChangeRequest): Promise<void> {
    const { queryKey } = requestQuery(name);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, await withRefusals(request));
  }

  async function open(): Promise<void> {
    const modals = await openDialogs();
    const id = modals.open({
      title: i18next.t('hostRequest.open'),
      children: <NewRequestForm change={change} onOpened={show} onClose={() => modals.close(id)} />,
    });
  }

  async function close(): Promise<void> {
    const texts = { title: i18next.t('hostRequest.closeTitle'), text: i18next.t('hostRequest.closeText') };
    if (!(await confirm({ ...texts, action: i18next.t('hostRequest.close'), isDangerous: true }))) return;
    try {
      await show((await ask('DELETE /api/admin/changes/{name}/request', { path: { name } })).data);
      notifySuccess(i18next.t('hostRequest.closed'));
    } catch (error) {
      notifyError(error);
    }
  }

  return { open: () => void open(), close };
}

interface NewRequestFormProps {
  readonly change: Change;
  onOpened(request: ChangeRequest): Promise<void>;
  onClose(): void;
}

const MONTH = 30 * 24 * 3600;

function NewRequestForm({ change, onOpened, onClose }: NewRequestFormProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const hasPreview = settings !== undefined && previewSupport(settings.previewUrl) === 'ready';
  const [title, setTitle] = useState(change.title);
  const [text, setText] = useState('');
  const [linksPreview, setLinksPreview] = useState(false);

  async function send(): Promise<void> {
    const previewUrl = linksPreview ? await makePreview(change) : null;
    const body = { title, text, ...(previewUrl !== null && { previewUrl }) };
    const path = { name: change.name };
    await onOpened((await ask('POST /api/admin/changes/{name}/request', { path, body })).data);
    notifySuccess(t('hostRequest.opened'));
  }

  return (
    <DialogForm action={t('hostRequest.open')} isComplete={title.trim() !== ''} onSend={send} onClose={onClose}>
      {(error) => (
        <Stack gap="sm">
          <TextInput
            label={t('hostRequest.form.title')}
            value={title}
            error={error}
            maxLength={200}
            data-autofocus
            dir="auto"
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Textarea
            label={t('hostRequest.form.text')}
            description={t('hostRequest.form.textHelp')}
            value={text}
            maxLength={10_000}
            autosize
            minRows={3}
            maxRows={12}
            dir="auto"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {hasPreview && (
            <Checkbox
              label={t('hostRequest.form.preview')}
              description={t('hostRequest.form.previewHelp')}
              checked={linksPreview}
              onChange={({ currentTarget }) => setLinksPreview(currentTarget.checked)}
            />
          )}
        </Stack>
      )}
    </DialogForm>
  );
}

/** Null if the site has lost its preview since. */
const makePreview = async ({ ref }: Change): Promise<string | null> =>
  (await ask('POST /api/admin/auth/preview-session', { body: { ref: toBranchName(ref), expiresIn: MONTH } })).data.url;
