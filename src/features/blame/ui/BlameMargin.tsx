import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type TextMarksProps, useFormRail } from '../../../ui/form/FormExtras.tsx';
import classes from './Blame.module.css';
import { type ShownValue, sayCommit, useBlame, valuesAt } from './queries.ts';

const MARGIN = new PluginKey<DecorationSet>('blame');

/** In a rich text: who wrote each paragraph, in its margin. */
export function BlameMargin({ path, editor }: TextMarksProps) {
  const { i18n } = useTranslation();
  const { shown, show } = useFormRail();
  const { data } = useBlame();
  const isOpen = shown?.split('/')[0] === 'blame';
  const open = useRef(show);
  open.current = (rail) => show(rail);
  const place = path.join('/');
  useMarginPlugin(editor, (index) => open.current(`blame/${place}/content/${index}`));
  useEffect(() => {
    markBlocks(editor, isOpen ? valuesAt(data, place.split('/')) : [], {
      depth: place.split('/').length,
      say: ({ commit }) => (commit ? sayCommit(commit, i18n.language) : null),
      chosen: shown,
      place,
    });
  }, [editor, data, isOpen, place, shown, i18n.language]);
  return null;
}

/** Keeps the marks in their places while somebody types, and opens what is told of a paragraph where that is clicked. */
function useMarginPlugin(editor: Editor, onOpen: (index: number) => void): void {
  const opened = useRef(onOpen);
  opened.current = onOpen;
  useEffect(() => {
    const plugin = new Plugin<DecorationSet>({
      key: MARGIN,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, marks) => (tr.getMeta(MARGIN) as DecorationSet | undefined) ?? marks.map(tr.mapping, tr.doc),
      },
      props: {
        decorations: (state) => MARGIN.getState(state),
        handleClick(_, __, { target }) {
          const block = target instanceof Element ? target.closest<HTMLElement>('[data-blamed]') : null;
          if (block) opened.current(Number(block.dataset['blamed']));
          return false;
        },
      },
    });
    editor.registerPlugin(plugin);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(MARGIN);
    };
  }, [editor]);
}

interface MarkOptions {
  /** How long the path of the text is. */
  readonly depth: number;
  say(value: ShownValue): string | null;
  readonly chosen: string | undefined;
  readonly place: string;
}

function markBlocks(editor: Editor, values: readonly ShownValue[], options: MarkOptions): void {
  if (editor.isDestroyed) return;
  const { state, view } = editor;
  const known = MARGIN.getState(state);
  const byIndex = new Map(values.map((one) => [Number(one.value.path[options.depth + 1]), one]));
  const marks: Decoration[] = [];
  state.doc.forEach((node, offset, index) => {
    const found = byIndex.get(index);
    const text = found && options.say(found);
    if (text)
      marks.push(
        Decoration.node(offset, offset + node.nodeSize, {
          class: classes.blamed!,
          'data-blamed': String(index),
          'data-by': text,
          ...(options.chosen === `blame/${options.place}/content/${index}` && { 'data-chosen': '' }),
        }),
      );
  });
  if (known && known.find().length === 0 && marks.length === 0) return;
  view.dispatch(state.tr.setMeta(MARGIN, DecorationSet.create(state.doc, marks)).setMeta('addToHistory', false));
}
