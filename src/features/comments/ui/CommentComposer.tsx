import { Button, Combobox, Group, Textarea, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '../../../lib/text/foldText.ts';
import { userList } from '../../../ui/screens/record/lists.ts';
import type { Interface } from '../../../ui/wire/interface.ts';
import { useCommenting } from './queries.ts';
import { type TaskChoice, TaskInputs, toTaskBody } from './TaskForm.tsx';

type CommentBody = Interface['POST /api/admin/comments']['body'];

interface CommentComposerProps {
  readonly label: string;
  /** What is in it at first. */
  readonly start?: string;
  /** Whether it is open from the beginning, with the focus, and may be closed. */
  readonly isNew?: boolean;
  /** The whole of what is sent. Absent if words that were said are changed. */
  send?(said: Pick<CommentBody, 'text' | 'task'>): CommentBody;
  /** The id of the comment whose words are changed. */
  readonly change?: number;
  onDone?(): void;
  onCancel?(): void;
}

/** Where one writes what one says. `@` offers the people to name. */
export function CommentComposer(props: CommentComposerProps) {
  const { label, start = '', isNew = false, send, change, onDone, onCancel } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(start);
  const [task, setTask] = useState<TaskChoice>();
  const writing = useCommenting();
  const isOpen = isNew || text !== '';
  const submit = (): void => {
    if (text.trim() === '' || writing.isPending) return;
    const said = { text: text.trim(), ...(task && { task: toTaskBody(task) }) };
    const wanted = send ? { say: send(said) } : { id: change!, change: { text: said.text } };
    writing.mutate(wanted, {
      onSuccess: () => {
        setText('');
        onDone?.();
      },
    });
  };
  return (
    <div>
      <MentionTextarea label={label} value={text} onChange={setText} onSubmit={submit} hasFocus={isNew} />
      {task && <TaskInputs task={task} onChange={setTask} />}
      {isOpen && (
        <Group gap="xs" mt={6}>
          <Button size="compact-sm" loading={writing.isPending} disabled={text.trim() === ''} onClick={submit}>
            {t(send ? 'comments.send' : 'common.save')}
          </Button>
          {isNew && send && !task && (
            <Button size="compact-sm" variant="subtle" onClick={() => setTask({ to: null, due: '' })}>
              {t('comments.task')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              setText('');
              onCancel?.();
            }}
          >
            {t('common.cancel')}
          </Button>
        </Group>
      )}
    </div>
  );
}

interface MentionTextareaProps {
  readonly label: string;
  readonly value: string;
  readonly hasFocus: boolean;
  onChange(value: string): void;
  onSubmit(): void;
}

/** What is written behind the last `@`, up to the cursor. */
const MENTION = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}'-]*(?: [\p{L}\p{N}'-]*)?)$/u;
const MOST_OFFERED = 6;

function MentionTextarea({ label, value, hasFocus, onChange, onSubmit }: MentionTextareaProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLTextAreaElement>(null);
  const [begun, setBegun] = useState<string>();
  const { data: users = [] } = useQuery({ ...userList, enabled: begun !== undefined });
  const people = begun === undefined ? [] : users.filter(({ name }) => startsLike(name, begun)).slice(0, MOST_OFFERED);
  const combobox = useCombobox();
  const isOffering = people.length > 0;
  const name = (chosen: string): void => {
    const cursor = input.current?.selectionStart ?? value.length;
    const from = cursor - (begun?.length ?? 0);
    onChange(`${value.slice(0, from)}${chosen} ${value.slice(cursor)}`);
    setBegun(undefined);
    const end = from + chosen.length + 1;
    requestAnimationFrame(() => input.current?.setSelectionRange(end, end));
  };
  return (
    <Combobox store={{ ...combobox, dropdownOpened: isOffering }} onOptionSubmit={name} withinPortal>
      <Combobox.Target>
        <Textarea
          ref={input}
          aria-label={label}
          placeholder={label}
          autosize
          minRows={hasFocus ? 2 : 1}
          maxRows={10}
          size="sm"
          dir="auto"
          autoFocus={hasFocus}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setBegun(MENTION.exec(currentTarget.value.slice(0, currentTarget.selectionStart))?.[1]);
            combobox.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
            else if (!isOffering) return;
            else if (event.key === 'ArrowDown') combobox.selectNextOption();
            else if (event.key === 'ArrowUp') combobox.selectPreviousOption();
            else if (event.key === 'Escape') setBegun(undefined);
            else if (event.key === 'Enter' || event.key === 'Tab')
              name(people[Math.max(0, combobox.getSelectedOptionIndex())]!.name);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          onBlur={() => setBegun(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOffering}>
        <Combobox.Options aria-label={t('comments.people')}>
          {people.map((person) => (
            <Combobox.Option key={person.id} value={person.name} onMouseDown={(event) => event.preventDefault()}>
              {person.name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Whether a name, or a later word of it, begins like that. */
const startsLike = (name: string, begun: string): boolean => ` ${foldText(name)}`.includes(` ${foldText(begun)}`);
