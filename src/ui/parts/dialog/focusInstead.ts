/** Where what had the focus goes away now, the focus moves there; whatever else asks for it gets it. */
export function focusInstead(find: () => HTMLElement | null | undefined): void {
  // What takes its place is on the screen then.
  setTimeout(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) find()?.focus({ preventScroll: true });
  });
}

/** The first control in a box. */
export const controlIn = (box: Element | null): HTMLElement | null | undefined =>
  box?.querySelector<HTMLElement>('input, textarea, button');
