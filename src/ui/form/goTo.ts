/** Elements that take input. In a rich text that is the text, not the toolbar above it. */
const INPUTS = 'input, textarea, button:not([role="toolbar"] *), [contenteditable="true"], [data-enters]';

/** The element of a value, or of the nearest holder that has one. */
export function findValueElement(
  path: readonly (string | number)[],
): { readonly element: HTMLElement; readonly isExact: boolean } | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const name = CSS.escape(path.slice(0, length).join('/'));
    const element = document.querySelector<HTMLElement>(`[data-path="${name}"]`);
    if (element) return { element, isExact: length === path.length };
  }
  return undefined;
}

/** Focuses the input of a value, or of the nearest holder that has one. Opens collapsed blocks and tabs around it. */
export function goTo(path: readonly (string | number)[]): void {
  const place = findValueElement(path);
  if (!place) return;
  const { element, isExact } = place;
  const collapsed = isExact ? null : element.querySelector<HTMLElement>('[data-unfolds][aria-expanded="false"]');
  collapsed?.click();
  if (collapsed || openTab(element)) {
    requestAnimationFrame(() => goTo(path));
    return;
  }
  const input = element.matches('input, textarea') ? element : element.querySelector<HTMLElement>(INPUTS);
  element.scrollIntoView({ block: 'center' });
  input?.focus({ preventScroll: true });
}

/** How long a form may take to render. */
const RENDER_MS = 3000;

/**
 * Calls `goTo` as soon as the input is rendered: the blocks of a long page and the inputs of some field kinds come after
 * the rest. Returns a function that stops waiting.
 */
export function goToRendered(path: readonly string[]): () => void {
  const end = performance.now() + RENDER_MS;
  // `fields/summary`, `regions/main/0`
  const place = path.slice(0, path[0] === 'regions' ? 3 : 2).join('/');
  let frame = requestAnimationFrame(look);
  function look(now: number): void {
    const found = document.querySelector(`[data-path="${CSS.escape(place)}"]`);
    if (now > end || found?.matches(INPUTS) || found?.querySelector(INPUTS)) goTo(path);
    else frame = requestAnimationFrame(look);
  }
  return () => cancelAnimationFrame(frame);
}

/** Opens the tab that contains an element. False if there is none, or it is open already. */
function openTab(place: HTMLElement): boolean {
  const panel = place.closest<HTMLElement>('[role="tabpanel"]');
  const tab = panel && document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
  if (!tab || tab.getAttribute('aria-selected') === 'true') return false;
  tab.click();
  return true;
}
