import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMessage, IconMessagePlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isSameField, passageAt } from '../../../model/passage/passage.ts';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { type FieldMarkProps, useFormRail } from '../../../ui/form/FormExtras.tsx';
import type { FormPath } from '../../../ui/form/values.ts';
import classes from './Comments.module.css';
import { fieldAtPath, isWholeField } from './followThread.ts';
import { type AskedPassage, askedKey, useFollowedThreads, useFormTopic } from './queries.ts';

/** At a field: how many threads are open, or a button that begins one. */
export function CommentMark({ path, label }: FieldMarkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form } = useFormScope();
  const { show } = useFormRail();
  const topic = useFormTopic();
  const field = isWholeField(path) ? fieldAtPath(path, form.values()) : undefined;
  const open = useFollowedThreads().filter(
    ({ thread, field: of }) => thread.resolved === null && of && field && isSameField(of, field),
  );
  if (!topic || !field) return null;
  const begin = (): void => {
    client.setQueryData(askedKey(topic), readSelection(path) ?? null);
    show(['comments', 'new', ...path].join('/'));
  };
  const [first] = open;
  return (
    <UnstyledButton
      className={classes.mark}
      data-open={open.length > 0 || undefined}
      tabIndex={open.length > 0 ? 0 : -1}
      // The selection in the field stays: it becomes the passage.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => (first ? show(`comments/${first.thread.id}`) : begin())}
    >
      {first ? <IconMessage size={14} aria-hidden /> : <IconMessagePlus size={15} aria-hidden />}
      {first && <span aria-hidden>{open.length}</span>}
      <VisuallyHidden>
        {first ? t('comments.onField', { label, count: open.length }) : t('comments.commentOn', { label })}
      </VisuallyHidden>
    </UnstyledButton>
  );
}

/** What is selected in a plain text. */
function readSelection(path: FormPath): AskedPassage | undefined {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: start, selectionEnd: end, value } = input;
  const isHere = input.closest<HTMLElement>('[data-path]')?.dataset['path'] === path.join('/');
  if (!isHere || start === null || end === null || start === end) return undefined;
  return { path, passage: passageAt(value, start, end) };
}
