import type { EditorState } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { useSyncExternalStore } from 'react';
import type { SyntaxRange } from './syntax.ts';

type ViewUpdateListener = (update: ViewUpdate) => void;

/** Lets others follow what happens in an editor. */
export const viewUpdates = ViewPlugin.define(() => {
  const listeners = new Set<ViewUpdateListener>();
  return {
    listeners,
    update: (update) => {
      for (const listener of listeners) listener(update);
    },
  };
});

function addUpdateListener(view: EditorView, listener: ViewUpdateListener): () => void {
  const listeners = view.plugin(viewUpdates)?.listeners;
  listeners?.add(listener);
  return () => void listeners?.delete(listener);
}

/** What `select` reads from the state of an editor. */
export const useViewState = <T extends string>(view: EditorView, select: (state: EditorState) => T): T =>
  useSyncExternalStore(
    (listener) => addUpdateListener(view, listener),
    () => select(view.state),
  );

/** A range that moves along while the text around it changes, also by somebody else. */
export interface TrackedRange {
  at(): SyntaxRange;
  stop(): void;
}

export function trackRange(view: EditorView, start: SyntaxRange): TrackedRange {
  let range = start;
  const stop = addUpdateListener(view, ({ changes }) => {
    const from = changes.mapPos(range.from, 1);
    range = { from, to: Math.max(from, changes.mapPos(range.to, -1)) };
  });
  return { at: () => range, stop };
}
