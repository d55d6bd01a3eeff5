const INPUTS = 'input, textarea, button, [contenteditable="true"]';

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

/** Opens the tab that something stands in; false where that is open. */
function openTab(place: HTMLElement): boolean {
  const panel = place.closest<HTMLElement>('[role="tabpanel"]');
  const tab = panel && document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
  if (!tab || tab.getAttribute('aria-selected') === 'true') return false;
  tab.click();
  return true;
}
