import { FORWARDED_KEYS, type ForwardedKey } from './protocol.ts';

interface KeyListeners {
  /** Escape and Shift-F6 lead before the frame, F6 behind it. */
  leave(to: 'before' | 'after'): void;
  isForwarded(key: ForwardedKey): boolean;
  forward(key: ForwardedKey, isShifted: boolean): void;
}

/** Hands over the keys that the page of a frame does not use itself and that the interface around it understands. */
export function listenForKeys(scope: Pick<Window, 'addEventListener'>, { leave, ...keys }: KeyListeners): void {
  scope.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || altKey) return;
    if (key === 'Escape' || key === 'F6') {
      event.preventDefault();
      return leave(key === 'F6' && !shiftKey ? 'after' : 'before');
    }
    const known = FORWARDED_KEYS.find((one) => one === key.toLowerCase());
    if (known === undefined || !(ctrlKey || metaKey) || !keys.isForwarded(known)) return;
    event.preventDefault();
    keys.forward(known, shiftKey);
  });
}
