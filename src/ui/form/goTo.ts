/** What one writes or chooses with; of a rich text its text, not the bar above it. */
const INPUTS = 'input, textarea, button:not([role="toolbar"] *), [contenteditable="true"]';

/** Puts the focus into the input of a value, or of what holds it; what is folded around it opens. */
export function goTo(path: readonly (string | number)[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const place = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path.slice(0, length).join('/'))}"]`);
    if (!place) continue;
    const folded = length < path.length && place.querySelector<HTMLElement>('[data-unfolds][aria-expanded="false"]');
    if (folded) {
      folded.click();
      requestAnimationFrame(() => goTo(path));
      return;
    }
    if (openTab(place)) {
      requestAnimationFrame(() => goTo(path));
      return;
    }
    const input = place.matches('input, textarea') ? place : place.querySelector<HTMLElement>(INPUTS);
    place.scrollIntoView({ block: 'center' });
    input?.focus({ preventScroll: true });
    return;
  }
}

/** How long a form may take to be drawn. */
const DRAWN_MS = 3000;

/**
 * Goes there as soon as it is drawn: the blocks of a long page and the inputs of some fields come after the rest. Ends
 * with the call of what it gives.
 */
export function goToDrawn(path: readonly string[]): () => void {
  const end = performance.now() + DRAWN_MS;
  // `fields/summary`, `regions/main/0`
  const place = path.slice(0, path[0] === 'regions' ? 3 : 2).join('/');
  let frame = requestAnimationFrame(look);
  function look(now: number): void {
    const drawn = document.querySelector(`[data-path="${CSS.escape(place)}"]`);
    if (now > end || drawn?.matches(INPUTS) || drawn?.querySelector(INPUTS)) goTo(path);
    else frame = requestAnimationFrame(look);
  }
  return () => cancelAnimationFrame(frame);
}

/** Opens the tab that something stands in; false where that is open. */
function openTab(place: HTMLElement): boolean {
  const panel = place.closest<HTMLElement>('[role="tabpanel"]');
  const tab = panel && document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
  if (!tab || tab.getAttribute('aria-selected') === 'true') return false;
  tab.click();
  return true;
}
