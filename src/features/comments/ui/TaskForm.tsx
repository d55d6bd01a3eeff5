import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteDay } from '../../../ui/parts/relativeTime.ts';
import { userList } from '../../../ui/screens/record/lists.ts';
import type { CommentThread } from '../../../ui/wire/interface.ts';
import classes from './Comments.module.css';

/** A task as one chooses it: the id of a user, and a day. */
export interface TaskChoice {
  readonly to: string | null;
  readonly due: string;
}

export const toTaskBody = ({ to, due }: TaskChoice): { to: number; due: string | null } | null =>
  to === null ? null : { to: Number(to), due: due || null };

interface TaskInputsProps {
  readonly task: TaskChoice;
  onChange(task: TaskChoice): void;
}

export function TaskInputs({ task, onChange }: TaskInputsProps) {
  const { t } = useTranslation();
  const { data: users = [] } = useQuery(userList);
  return (
    <Group grow gap="xs" mt={6} align="end">
      <Select
        size="xs"
        label={t('comments.who')}
        data={users.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={task.to}
        onChange={(to) => onChange({ ...task, to })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
      />
      <TextInput
        size="xs"
        type="date"
        label={t('comments.due')}
        value={task.due}
        onChange={({ currentTarget }) => onChange({ ...task, due: currentTarget.value })}
      />
    </Group>
  );
}

interface TaskFormProps {
  readonly task: CommentThread['task'];
  onGive(task: ReturnType<typeof toTaskBody>): void;
  onDone(): void;
}

/** Gives the task of a thread to somebody; nobody takes it back. */
export function TaskForm({ task, onGive, onDone }: TaskFormProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<TaskChoice>({ to: task ? String(task.to.id) : null, due: task?.due ?? '' });
  return (
    <div>
      <TaskInputs task={choice} onChange={setChoice} />
      <Group gap="xs" mt={6}>
        <Button
          size="compact-sm"
          onClick={() => {
            onGive(toTaskBody(choice));
            onDone();
          }}
        >
          {t('common.save')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  );
}

interface TaskLineProps {
  readonly task: NonNullable<CommentThread['task']>;
  readonly isDone: boolean;
}

export function TaskLine({ task, isDone }: TaskLineProps) {
  const { t, i18n } = useTranslation();
  const TaskIcon = isDone ? IconSquareCheck : IconSquare;
  const name = task.to.name ?? t('comments.somebody');
  return (
    <Text size="xs" className={classes.task} data-late={(!isDone && isPast(task.due)) || undefined}>
      <TaskIcon size={15} aria-hidden />
      {task.due === null
        ? t('comments.taskOf', { name })
        : t('comments.taskBy', { name, day: absoluteDay(task.due, i18n.language) })}
    </Text>
  );
}

/** Whether a day lies before today. */
export const isPast = (day: string | null): boolean => day !== null && day < new Date().toLocaleDateString('sv-SE');
