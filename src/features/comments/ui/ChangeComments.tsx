import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change, CommentThread } from '../../../ui/wire/interface.ts';
import { CommentComposer } from './CommentComposer.tsx';
import classes from './Comments.module.css';
import { threadsQuery } from './queries.ts';
import { ThreadCard } from './ThreadCard.tsx';

/** What people say about a change as a whole, and about the records in it. */
export function ChangeComments({ change: { name } }: { readonly change: Change }) {
  const { t } = useTranslation();
  const id = useId();
  const { data: threads = [] } = useQuery(threadsQuery({ change: name }));
  const [chosen, setChosen] = useState<number>();
  return (
    <section aria-labelledby={id} className={classes.ofChange}>
      <Title order={2} size="h4" id={id} mb="sm">
        {t('comments.title')}
      </Title>
      <Stack gap="sm">
        {threads.map((thread) => (
          <div key={thread.id}>
            {thread.record && (
              <Text size="xs" c="dimmed" mb={2} dir="auto">
                {recordTitleOf(thread, t('comments.onPage'))}
              </Text>
            )}
            <ThreadCard
              followed={{ thread, passage: thread.passage, isGone: thread.isGone }}
              isChosen={chosen === thread.id}
              about={undefined}
              onChoose={() => setChosen(thread.id)}
            />
          </div>
        ))}
        <NewOnChange change={name} />
      </Stack>
    </section>
  );
}

const recordTitleOf = ({ record }: CommentThread, unknown: string): string => record?.title ?? unknown;

function NewOnChange({ change }: { readonly change: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {t('comments.onChange')}
        </Button>
      </div>
    );
  return (
    <CommentComposer
      isNew
      label={t('comments.new')}
      send={(said) => ({ ...said, change })}
      onDone={() => setOpen(false)}
      onCancel={() => setOpen(false)}
    />
  );
}
