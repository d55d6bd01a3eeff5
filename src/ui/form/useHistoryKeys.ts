import { useEffect } from 'react';
import type { FormDocument } from './document.ts';

/**
 * Has the keys for undo and redo act on the history of the form, wherever the focus is in it. A text field outside of the
 * form, as in a dialog, keeps the browser's own history.
 */
export function useHistoryKeys(form: FormDocument, isReadOnly: boolean): void {
  useEffect(() => {
    if (isReadOnly) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    // Nothing can be undone before something is typed, so the form need not wait for it.
    void import('./historyKeys.ts')
      .then(({ listenForHistory }) => {
        if (!isOver) stop = listenForHistory(form);
      })
      // Without it the browser's own undo is left.
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [form, isReadOnly]);
}
