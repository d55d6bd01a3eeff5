import { Button, Paper } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { BubbleMenu } from '@tiptap/react/menus';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findQuote } from '../../../model/passage/followPassage.ts';
import { isSameField, passageAt } from '../../../model/passage/passage.ts';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { type TextMarksProps, useFormRail } from '../../../ui/form/FormExtras.tsx';
import classes from './Comments.module.css';
import { type FollowedThread, fieldAtPath } from './followThread.ts';
import { type IndexedText, indexText } from './indexText.ts';
import { type AskedPassage, askedKey, useFollowedThreads, useFormTopic } from './queries.ts';

const PASSAGES = new PluginKey<DecorationSet>('passages');

const OPTIONS = { placement: 'top', offset: 8 } as const;

/** In a rich text: the passages that people talk about, underlined, and a button that comments on what is selected. */
export function PassageMarks({ path, editor }: TextMarksProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form } = useFormScope();
  const { shown, show } = useFormRail();
  const topic = useFormTopic();
  const followed = useFollowedThreads();
  const open = useRef(show);
  open.current = show;
  usePassagePlugin(editor, (id) => open.current(`comments/${id}`));
  const chosen = Number(shown?.split('/')[1]);
  useEffect(() => {
    const field = fieldAtPath(path, form.values());
    const own = followed.filter((one) => one.field && field && isSameField(one.field, field));
    markPassages(editor, own, chosen);
  }, [editor, form, followed, path, chosen]);
  if (!topic) return null;
  const begin = (): void => {
    const passage = selectedPassage(editor);
    if (!passage) return;
    client.setQueryData(askedKey(topic), { path, passage } satisfies AskedPassage);
    // The button goes with the selection.
    editor.commands.setTextSelection(editor.state.selection.to);
    show(['comments', 'new', ...path].join('/'));
  };
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="commentBubble"
      options={OPTIONS}
      shouldShow={({ editor: shownIn, state }) =>
        shownIn.isFocused && !state.selection.empty && !('node' in state.selection)
      }
    >
      <Paper withBorder shadow="md" radius="md">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconMessagePlus size={15} />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={begin}
        >
          {t('comments.comment')}
        </Button>
      </Paper>
    </BubbleMenu>
  );
}

/** Keeps the marks in their places while somebody types, and opens a thread where it is clicked. */
function usePassagePlugin(editor: Editor, onOpen: (id: number) => void): void {
  const opened = useRef(onOpen);
  opened.current = onOpen;
  useEffect(() => {
    const plugin = new Plugin<DecorationSet>({
      key: PASSAGES,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, marks) => (tr.getMeta(PASSAGES) as DecorationSet | undefined) ?? marks.map(tr.mapping, tr.doc),
      },
      props: {
        decorations: (state) => PASSAGES.getState(state),
        handleClick(_, __, { target }) {
          const id = target instanceof Element && target.closest<HTMLElement>('[data-thread]')?.dataset['thread'];
          if (id) opened.current(Number(id));
          return false;
        },
      },
    });
    editor.registerPlugin(plugin);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(PASSAGES);
    };
  }, [editor]);
}

function markPassages(editor: Editor, threads: readonly FollowedThread[], chosen: number): void {
  if (editor.isDestroyed) return;
  const { state, view } = editor;
  const known = PASSAGES.getState(state);
  const indexed = threads.length > 0 ? indexText(state.doc) : undefined;
  const marks = indexed ? threads.flatMap((one) => markPassage(one, indexed, chosen)) : [];
  if (known && known.find().length === 0 && marks.length === 0) return;
  view.dispatch(state.tr.setMeta(PASSAGES, DecorationSet.create(state.doc, marks)).setMeta('addToHistory', false));
}

function markPassage(
  { thread, passage, isGone }: FollowedThread,
  { text, positions }: IndexedText,
  chosen: number,
): readonly Decoration[] {
  const at = passage && !isGone && thread.resolved === null ? findQuote(text, passage) : undefined;
  if (!at || at.start === at.end) return [];
  const isChosen = [thread, ...thread.answers].some(({ id }) => id === chosen);
  const attributes = {
    class: classes.passage!,
    'data-thread': String(thread.id),
    ...(isChosen && { 'data-chosen': '' }),
  };
  return [Decoration.inline(positions[at.start]!, positions[at.end - 1]! + 1, attributes)];
}

/** What is selected, as a part of the text; undefined if that holds no text. */
function selectedPassage({ state }: Editor) {
  const { text, positions } = indexText(state.doc);
  const { from, to } = state.selection;
  const start = positions.findIndex((position) => position >= from);
  const end = positions.findLastIndex((position) => position < to) + 1;
  const quote = start < 0 ? '' : text.slice(start, end);
  const first = start + quote.length - quote.trimStart().length;
  return quote.trim() === '' ? undefined : passageAt(text, first, first + quote.trim().length);
}
