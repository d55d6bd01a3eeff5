import { ActionIcon, Avatar, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconDots, IconRotate } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/parts/dialog/confirm.tsx';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { useRole } from '../../../ui/session/useRole.ts';
import type { CommentAnswer } from '../../../ui/wire/interface.ts';
import { CommentComposer } from './CommentComposer.tsx';
import classes from './Comments.module.css';
import { CommentWords } from './CommentWords.tsx';
import type { FollowedThread } from './followThread.ts';
import { useCommenting } from './queries.ts';
import { TaskForm, TaskLine } from './TaskForm.tsx';

interface ThreadCardProps {
  readonly followed: Pick<FollowedThread, 'thread' | 'passage' | 'isGone'>;
  readonly isChosen: boolean;
  /** The field that it is about, and what leads there. */
  readonly about: { readonly label: string; go(): void } | undefined;
  onChoose(): void;
}

/** One conversation: what it is about, what was said, and what can be done with it. */
export function ThreadCard({ followed, isChosen, about, onChoose }: ThreadCardProps) {
  const { t } = useTranslation();
  const { thread, passage, isGone } = followed;
  const [isGiving, setGiving] = useState(false);
  const writing = useCommenting();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const quote = isGone ? thread.quote : (passage?.quote ?? thread.quote);
  const resolve = (resolved: boolean): void => writing.mutate({ id: thread.id, change: { resolved } });
  return (
    <article
      ref={card}
      className={classes.thread}
      data-chosen={isChosen || undefined}
      data-resolved={thread.resolved !== null || undefined}
      aria-label={t('comments.by', { name: thread.author.name ?? t('comments.somebody') })}
      onFocusCapture={() => !isChosen && onChoose()}
    >
      {about && (
        <UnstyledButton
          className={classes.about}
          onClick={() => {
            onChoose();
            about.go();
          }}
        >
          {about.label}
        </UnstyledButton>
      )}
      {quote !== null && (
        <blockquote className={classes.quote} data-gone={isGone || undefined} dir="auto">
          {quote}
        </blockquote>
      )}
      {isGone && (
        <Text size="xs" c="dimmed" mb={4}>
          {t(thread.quote === null ? 'comments.fieldGone' : 'comments.passageGone')}
        </Text>
      )}
      <Said comment={thread} isFirst onTask={() => setGiving(true)} />
      {thread.answers.map((answer) => (
        <Said key={answer.id} comment={answer} />
      ))}
      {isGiving ? (
        <TaskForm
          task={thread.task}
          onDone={() => setGiving(false)}
          onGive={(task) => writing.mutate({ id: thread.id, change: { task } })}
        />
      ) : (
        thread.task && <TaskLine task={thread.task} isDone={thread.resolved !== null} />
      )}
      {thread.resolved === null ? (
        <>
          <CommentComposer label={t('comments.answer')} send={(said) => ({ text: said.text, thread: thread.id })} />
          <Group justify="end" mt={6}>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconCheck size={14} />}
              loading={writing.isPending}
              onClick={() => resolve(true)}
            >
              {t('comments.resolve')}
            </Button>
          </Group>
        </>
      ) : (
        <Group justify="space-between" mt={6}>
          <Text size="xs" c="dimmed">
            {t('comments.resolvedBy', { name: thread.resolved.by.name ?? t('comments.somebody') })}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconRotate size={14} />}
            loading={writing.isPending}
            onClick={() => resolve(false)}
          >
            {t('comments.reopen')}
          </Button>
        </Group>
      )}
    </article>
  );
}

interface SaidProps {
  readonly comment: CommentAnswer;
  readonly isFirst?: boolean;
  onTask?(): void;
}

function Said({ comment, isFirst = false, onTask }: SaidProps) {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const isAdmin = useRole('admin');
  const [isEditing, setEditing] = useState(false);
  const writing = useCommenting();
  const { id, author, text, createdAt, editedAt, mentions } = comment;
  const isOwn = author.type === 'user' && author.id === caller.id;
  const name = author.name ?? t('comments.somebody');
  const remove = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('comments.deleteTitle'),
      text: t('comments.deleteText'),
      action: t('common.delete'),
      isDangerous: true,
    });
    if (agreed) writing.mutate({ id, remove: true });
  };
  return (
    <div className={classes.said}>
      <Group gap="xs" wrap="nowrap">
        <Avatar name={name} size={22} radius="xl" color="accent" aria-hidden />
        <Text size="xs" fw={600} truncate dir="auto">
          {name}
        </Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          <Moment value={createdAt} />
          {editedAt && ` · ${t('comments.edited')}`}
        </Text>
        {(isOwn || isAdmin || isFirst) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                ms="auto"
                aria-label={t('comments.actions', { name })}
              >
                <IconDots size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {isFirst && <Menu.Item onClick={onTask}>{t('comments.task')}</Menu.Item>}
              {isOwn && <Menu.Item onClick={() => setEditing(true)}>{t('comments.edit')}</Menu.Item>}
              {(isOwn || isAdmin) && (
                <Menu.Item color="var(--mantine-color-error)" onClick={() => void remove()}>
                  {t('common.delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {isEditing ? (
        <CommentComposer
          isNew
          label={t('comments.edit')}
          start={text}
          change={id}
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <CommentWords text={text} mentions={mentions} />
      )}
    </div>
  );
}
