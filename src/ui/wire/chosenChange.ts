/** What somebody works on in this window: a change, or what is live. */
export interface ChosenChange {
  readonly name: string;
  readonly title: string;
  /** Under which the interface shows it to readers. */
  readonly ref: string;
  /** The page whose draft it is; null for one of many. */
  readonly page: number | null;
}

const KEY = 'quire:change';

function read(): ChosenChange | undefined {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? undefined : (JSON.parse(kept) as ChosenChange);
  } catch {
    return undefined;
  }
}

let chosen = read();
const listeners = new Set<() => void>();

/** The change that all is read from and written to; undefined for what is live. A window keeps its own. */
export const chosenChange = (): ChosenChange | undefined => chosen;

/** By which name previews show what is at a ref. */
export const branchOf = (ref: string): string => ref.replace(/^refs\/(?:heads|remotes)\//, '');

/** By which name previews show it. */
export const chosenRef = (): string | undefined => chosen && branchOf(chosen.ref);

export function chooseChange(change: ChosenChange | undefined): void {
  chosen = change;
  if (change) sessionStorage.setItem(KEY, JSON.stringify(change));
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Under which a window notes who works in it. */
const WORKER = 'quire:worker';

/** Told who works in this window: what somebody else has worked on here is not gone on with. */
export function workAs(user: number): void {
  if (sessionStorage.getItem(WORKER) === String(user)) return;
  sessionStorage.setItem(WORKER, String(user));
  if (chosen) chooseChange(undefined);
}

export function onChosenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
