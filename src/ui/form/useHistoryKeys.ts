import { useEffect } from 'react';
import { commonEnds } from '../../lib/list/commonPairs.ts';
import type { FormDocument } from './document.ts';
import { findValueElement, goTo } from './goTo.ts';

/**
 * Has the keys for undo and redo act on the history of the form, wherever the focus is in it. A text field outside of the
 * form, as in a dialog, keeps the browser's own history.
 */
export function useHistoryKeys(form: FormDocument, isReadOnly: boolean): void {
  useEffect(() => (isReadOnly ? undefined : listenForHistory(form)), [form, isReadOnly]);
}

type Act = 'undo' | 'redo';

/** Listens for the keys for undo and redo until the function that it returns is called. */
function listenForHistory(form: FormDocument): () => void {
  const handle = (event: Event, act: Act | undefined): void => {
    if (act === undefined || event.defaultPrevented || !isForForm(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    runUndoOrRedo(form, act);
  };
  const press = (event: KeyboardEvent): void => handle(event, actOfKey(event));
  // The menus of browsers and phones have an undo, too.
  const input = (event: InputEvent): void => handle(event, ACT_OF_INPUT[event.inputType]);
  window.addEventListener('keydown', press, true);
  window.addEventListener('beforeinput', input, true);
  return () => {
    window.removeEventListener('keydown', press, true);
    window.removeEventListener('beforeinput', input, true);
  };
}

const ACT_OF_INPUT: Readonly<Record<string, Act>> = { historyUndo: 'undo', historyRedo: 'redo' };

function actOfKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Act | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && ctrlKey ? 'redo' : undefined;
}

const EDITABLE = 'input, textarea, [contenteditable="true"]';

function isForForm(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('[data-path]')) return true;
  const dialog = target.closest('[role="dialog"]');
  return !target.matches(EDITABLE) && (dialog === null || dialog.querySelector('[data-path]') !== null);
}

function runUndoOrRedo(form: FormDocument, act: Act): void {
  const before = readInputText(document.activeElement);
  form[act]();
  requestAnimationFrame(() => {
    showCaret(before);
    lead(form);
  });
}

const readInputText = (input: Element | null): string =>
  input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input.value : '';

/** Puts the caret where the text has changed: the browser puts it behind a text that is set. */
function showCaret(before: string): void {
  const input = document.activeElement;
  const after = readInputText(input);
  if (after === before || !(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  // Inputs for numbers and e-mail addresses have no caret that a script may place.
  if (input.selectionStart === null) return;
  const caret = after.length - commonEnds(before, after).end;
  input.setSelectionRange(caret, caret);
}

/** Shows what was restored, unless it is in view. */
function lead(form: FormDocument): void {
  const path = form.restored()?.path ?? [];
  const place = findValueElement(path);
  if (!place || isInWindow(place.element, place.isExact)) return;
  goTo(path);
}

function isInWindow(place: HTMLElement, isExact: boolean): boolean {
  const isFolded = !isExact && place.querySelector('[data-unfolds][aria-expanded="false"]') !== null;
  if (isFolded || !place.checkVisibility()) return false;
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
