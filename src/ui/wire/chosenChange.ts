/** The change that the user has chosen in this window, to make several edits that go live together. */
export interface ChosenChange {
  readonly name: string;
  readonly title: string;
  /** The ref under which it can be previewed. */
  readonly ref: string;
}

const KEY = 'quire:change';

/** Whether the window shows an address that was opened from outside: neither reloaded nor come back to. */
function isOpenedFromOutside(): boolean {
  const entries = performance.getEntriesByType('navigation');
  return entries.some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');
}

/** What one opens from outside is outside of changes. */
function readChosenChange(): ChosenChange | undefined {
  try {
    if (isOpenedFromOutside()) sessionStorage.removeItem(KEY);
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? undefined : (JSON.parse(kept) as ChosenChange);
  } catch {
    return undefined;
  }
}

let chosen = readChosenChange();
const listeners = new Set<() => void>();

/** The change that everything is read from and written to; undefined for what is live. Each window has its own. */
export const chosenChange = (): ChosenChange | undefined => chosen;

/** The name of the chosen change; null for what is live. */
export const chosenName = (): string | null => chosen?.name ?? null;

/** The branch of a ref, by which previews name it. */
export const toBranchName = (ref: string): string => ref.replace(/^refs\/(?:heads|remotes)\//, '');

/** The ref by which previews name a change: its branch. The names of other branches begin with `~`. */
export const refOf = (change: string): string =>
  change.startsWith('~') ? change.slice(1).replaceAll('~', '/') : `change/${change}`;

export function chooseChange(change: ChosenChange | undefined): void {
  chosen = change;
  if (change) sessionStorage.setItem(KEY, JSON.stringify(change));
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** The storage key for the id of the user of this window. */
const WORKER = 'quire:worker';

/** Notes who works in this window. If it is somebody new, the change that the last user had chosen is left. */
export function workAs(user: number): void {
  if (sessionStorage.getItem(WORKER) === String(user)) return;
  sessionStorage.setItem(WORKER, String(user));
  if (chosen) chooseChange(undefined);
}

export function onChosenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
