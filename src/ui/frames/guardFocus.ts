import type { RefObject } from 'react';

/** Who has pressed a key this long ago is typing. */
const TYPING_MS = 1000;
const LEADS_ELSEWHERE: ReadonlySet<string> = new Set(['Tab', 'F6', 'Enter', ' ', 'Escape']);

/** A page that focuses itself once or twice may not know better. */
const MOST_TAKEN = 2;

/**
 * Gives the focus back if a frame takes it from somebody who is typing: a page in a frame can focus itself, and would
 * get what is typed next. `onThief` is called if it does so again and again. @returns a function that ends it
 */
export function guardFocus(frame: RefObject<HTMLIFrameElement | null>, onThief: () => void): () => void {
  let taken = 0;
  const end = new AbortController();
  let typedAt = Number.NEGATIVE_INFINITY;
  let last: EventTarget | null = null;
  const options = { capture: true, signal: end.signal };
  const rest = (): void => {
    typedAt = Number.NEGATIVE_INFINITY;
  };
  const press = ({ key }: KeyboardEvent): void => {
    typedAt = LEADS_ELSEWHERE.has(key) ? Number.NEGATIVE_INFINITY : performance.now();
  };
  const note = ({ target }: FocusEvent): void => {
    last = target;
  };
  window.addEventListener('keydown', press, options);
  window.addEventListener('pointerdown', rest, options);
  window.addEventListener('focusin', note, options);
  window.addEventListener('blur', look, options);
  return () => end.abort();

  function look(): void {
    const isTaken = document.activeElement === frame.current && performance.now() - typedAt < TYPING_MS;
    // Under the pointer it has been clicked.
    if (!isTaken || frame.current?.matches(':hover')) return;
    taken += 1;
    if (taken > MOST_TAKEN) onThief();
    // The browser is about to move the focus, and would go on.
    setTimeout(() => last instanceof HTMLElement && last.focus({ preventScroll: true }));
  }
}
