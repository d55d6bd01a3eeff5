/** Moves the focus to an element when the focused one is about to disappear, unless something else takes it. */
export function focusInstead(find: () => HTMLElement | null | undefined): void {
  // By then the replacement is on the screen.
  setTimeout(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) find()?.focus({ preventScroll: true });
  });
}

/** The first control in a box. */
export const controlIn = (box: Element | null): HTMLElement | null | undefined =>
  box?.querySelector<HTMLElement>('input, textarea, button');
