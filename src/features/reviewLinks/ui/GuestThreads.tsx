import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { problemText } from '../../../ui/parts/screen/problemText.ts';
import type { GuestThread } from '../../../ui/wire/interface.ts';
import classes from './GuestScreen.module.css';
import { type Guest, useGuestComment } from './guest.ts';

interface GuestThreadsProps {
  readonly threads: readonly GuestThread[];
  readonly guest: Guest;
  /** What new conversations are about; the change as a whole if absent. */
  readonly record?: NonNullable<GuestThread['record']>;
}

/** What was said by the link about a record or about the whole, and room to say more. */
export const GuestThreads = ({ threads, guest, record }: GuestThreadsProps) => (
  <Stack gap="md" mt="md">
    {threads.map((thread) => (
      <Stack key={thread.id} gap="xs">
        {thread.comments.map(({ id, author, text, createdAt }) => (
          <div key={id} className={classes.said}>
            <Text size="xs" c="dimmed">
              <strong dir="auto">{author}</strong> · <Moment value={createdAt} />
            </Text>
            <Text size="sm" dir="auto">
              {text}
            </Text>
          </div>
        ))}
        <SayForm guest={guest} about={{ thread: thread.id }} />
      </Stack>
    ))}
    <SayForm guest={guest} about={record ? { record } : {}} />
  </Stack>
);

interface SayFormProps {
  readonly guest: Guest;
  readonly about: { readonly thread: number } | { readonly record?: NonNullable<GuestThread['record']> };
}

function SayForm({ guest, about }: SayFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useGuestComment(guest);
  const label = t('thread' in about ? 'reviewLinks.answer' : 'reviewLinks.comment');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ text, ...about }, { onSuccess: () => setText('') });
      }}
    >
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxLength={5000}
        value={text}
        error={error && problemText(error)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="compact-sm" mt="xs" loading={isPending} disabled={guest.name === ''}>
          {t(guest.name === '' ? 'reviewLinks.nameFirst' : 'reviewLinks.send')}
        </Button>
      )}
    </form>
  );
}
