import { List, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/parts/dialog/DialogForm.tsx';
import { openDialogs } from '../../../ui/parts/dialog/dialogs.ts';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { changeNamesQuery } from '../../../ui/screens/changes/queries.ts';
import { ask } from '../../../ui/wire/ask.ts';
import { type ChosenChange, chooseChange } from '../../../ui/wire/chosenChange.ts';
import type { OtherWay, RefusedWrite } from '../../../ui/wire/proposing.ts';

/** Asks whether what was refused goes into a change, of which a review is asked for. */
export async function askInstead({ error: { problems }, settle }: RefusedWrite): Promise<void> {
  const modals = await openDialogs();
  const names = [...new Set(problems.flatMap(({ params }) => params?.['name'] ?? []))].map(String);
  const id = modals.open({
    title: i18next.t('review.firstTitle'),
    // Whatever closes it; the first answer counts.
    onClose: () => settle(null),
    children: (
      <InsteadForm
        messages={[...new Set(problems.map(({ message }) => message))]}
        onClose={() => modals.close(id)}
        onSend={async (into, note) => settle(await beginReview(into, { title: names.join(', '), note }))}
      />
    ),
  });
}

/** As long as a title may be. */
const MAX_TITLE = 200;

interface AskedInstead {
  readonly title: string;
  readonly note: string;
}

/** Chooses a change, or begins one that is called like what it is about. */
async function beginReview(into: ChosenChange | undefined, { title, note }: AskedInstead): Promise<OtherWay> {
  const change = into ?? (await ask('POST /api/admin/changes', { body: { title: title.slice(0, MAX_TITLE) } })).data;
  const path = { name: change.name };
  chooseChange({ name: change.name, title: change.title, ref: change.ref });
  return {
    change: change.name,
    async finish() {
      try {
        await ask('POST /api/admin/changes/{name}/review/ask', { path, body: { note: note.trim() || null } });
        notifySuccess(i18next.t('review.asked'));
      } catch (error) {
        // What was to be done is in the change by now.
        notifyError(error);
      }
    },
    async abandon() {
      chooseChange(undefined);
      if (!into) await ask('DELETE /api/admin/changes/{name}', { path });
    },
  };
}

interface InsteadFormProps {
  /** What must be approved, and by whom. */
  readonly messages: readonly string[];
  onSend(into: ChosenChange | undefined, note: string): Promise<void>;
  onClose(): void;
}

function InsteadForm({ messages, onSend, onClose }: InsteadFormProps) {
  const { t } = useTranslation();
  const { data: names } = useQuery(changeNamesQuery);
  const [into, setInto] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const changes = (names?.data ?? []).filter(({ draftOf }) => draftOf === null);
  return (
    <DialogForm
      action={t('review.ask')}
      onClose={onClose}
      onSend={() =>
        onSend(
          changes.find(({ name }) => name === into),
          note,
        )
      }
    >
      {(error) => (
        <Stack>
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {messages.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
          <Text size="sm">{t('review.firstText')}</Text>
          {changes.length > 0 && (
            <Select
              label={t('review.into')}
              placeholder={t('review.newChange')}
              clearable
              data={changes.map(({ name, title }) => ({ value: name, label: title }))}
              value={into}
              onChange={setInto}
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
            error={error}
          />
        </Stack>
      )}
    </DialogForm>
  );
}
