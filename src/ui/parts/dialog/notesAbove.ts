/** Keeps notes above a row of buttons at the bottom of the window, however high it is: the `ref` of that row. */
export function notesAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--notes-above', `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty('--notes-above');
  };
}
