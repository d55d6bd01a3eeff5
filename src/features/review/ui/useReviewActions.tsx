import { MultiSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askText } from '../../../ui/parts/dialog/askText.tsx';
import { DialogForm } from '../../../ui/parts/dialog/DialogForm.tsx';
import { openDialogs } from '../../../ui/parts/dialog/dialogs.ts';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { ChangeReview } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** What one can do about the review of a change. */
export function useReviewActions(name: string, { content, reviewers }: ChangeReview) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const path = { name };
  const refresh = () => client.invalidateQueries({ queryKey: createQueryKey('change') });

  async function run(act: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await act();
      notifySuccess(done);
    } catch (error) {
      notifyError(error);
    } finally {
      await refresh();
      setBusy(false);
    }
  }

  return {
    isBusy,
    approve: () =>
      run(
        () => ask('POST /api/admin/changes/{name}/review/approve', { path, body: { content } }),
        i18next.t('review.approved'),
      ),
    withdraw: () =>
      run(() => ask('POST /api/admin/changes/{name}/review/withdraw', { path }), i18next.t('review.withdrawn')),
    sendBack() {
      askText({
        title: i18next.t('review.sendBack'),
        label: i18next.t('review.sendBackReason'),
        action: i18next.t('review.sendBack'),
        async onDone(reason) {
          await ask('POST /api/admin/changes/{name}/review/send-back', { path, body: { reason } });
          notifySuccess(i18next.t('review.sentBackDone'));
          await refresh();
        },
      });
    },
    async askForReview() {
      const modals = await openDialogs();
      const id = modals.open({
        title: i18next.t('review.ask'),
        children: (
          <AskForm
            reviewers={reviewers}
            onClose={() => modals.close(id)}
            onSend={async (body) => {
              await ask('POST /api/admin/changes/{name}/review/ask', { path, body });
              notifySuccess(i18next.t('review.asked'));
              await refresh();
            }}
          />
        ),
      });
    },
  };
}

interface AskFormProps extends Pick<ChangeReview, 'reviewers'> {
  onSend(body: { readonly people: readonly number[]; readonly note: string | null }): Promise<unknown>;
  onClose(): void;
}

function AskForm({ reviewers, onSend, onClose }: AskFormProps) {
  const { t } = useTranslation();
  const [people, setPeople] = useState<string[]>([]);
  const [note, setNote] = useState('');
  const send = () => onSend({ people: people.map(Number), note: note.trim() || null });
  return (
    <DialogForm action={t('review.ask')} onSend={send} onClose={onClose}>
      {(error) => (
        <Stack>
          <Text size="sm">{t('review.askText')}</Text>
          {reviewers.length > 0 && (
            <MultiSelect
              label={t('review.people')}
              description={t('review.peopleHelp')}
              data={reviewers.map(({ id, name }) => ({ value: String(id), label: name ?? t('review.somebody') }))}
              value={people}
              onChange={setPeople}
              searchable
              error={error}
            />
          )}
          <Textarea
            label={t('review.note')}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            maxLength={2000}
            autosize
            minRows={2}
            dir="auto"
            data-autofocus
            {...(reviewers.length === 0 && { error })}
          />
        </Stack>
      )}
    </DialogForm>
  );
}
