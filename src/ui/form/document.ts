import type { WireProblem } from '../wire/WireError.ts';
import { isSame, keepMine, rebase, type Settle, type ValuePath, type Values, valueAt, withValueAt } from './values.ts';

/** The values of a form, with unsaved changes. Unchanged values keep their identity, so readers of one see when it changes. */
export interface FormDocument {
  values(): Values;
  at(path: ValuePath): unknown;
  set(path: ValuePath, value: unknown): void;
  /** The values that the server has. */
  saved(): Values;
  isChanged(): boolean;
  /**
   * Takes over new values from the server. Changes made since `typed` (by default, since the last saved values) are kept;
   * `settle` decides about values that both sides have changed.
   */
  rebaseTo(saved: Values, options?: { readonly typed?: Values; readonly settle?: Settle }): void;
  /** Goes back to the values that the server has. */
  reset(): void;
  /** The number of resets so far. Inputs with a state of their own watch it to reset that, too. */
  resets(): number;
  problems(): readonly WireProblem[];
  problemAt(path: ValuePath): string | undefined;
  setProblems(problems: readonly WireProblem[]): void;
  /** Marks text that is no valid value yet; it counts as unsaved. Returns a function that lifts the mark. */
  hold(path: ValuePath, message: string): () => void;
  /** The marks that `hold` has set, as problems. */
  held(): readonly WireProblem[];
  subscribe(listener: () => void): () => void;
}

const nameOf = (path: ValuePath): string => path.join('/');

/** Creates a form that starts from the values that the server has. */
export function createFormDocument(start: Values): FormDocument {
  const listeners = new Set<() => void>();
  let saved = start;
  let values = start;
  let isChanged = false;
  let problems: readonly WireProblem[] = [];
  let byPath = new Map<string, string>();
  const held = new Set<WireProblem>();
  let resets = 0;

  function update(next: Values): void {
    values = next;
    isChanged = held.size > 0 || !isSame(values, saved);
    for (const listener of listeners) listener();
  }
  function setProblems(next: readonly WireProblem[]): void {
    problems = next;
    byPath = new Map(next.map(({ path = [], message }) => [nameOf(path), message]));
    for (const listener of listeners) listener();
  }

  return {
    values: () => values,
    saved: () => saved,
    at: (path) => valueAt(values, path),
    isChanged: () => isChanged,
    problems: () => problems,
    problemAt: (path) => byPath.get(nameOf(path)),
    setProblems,
    hold(path, message) {
      const problem = { code: 'UNFINISHED', message, path: path.map(String) };
      held.add(problem);
      update(values);
      return () => {
        held.delete(problem);
        update(values);
      };
    },
    held: () => [...held],
    set(path, value) {
      // The problem was about the old value.
      if (byPath.has(nameOf(path)))
        setProblems(problems.filter((problem) => nameOf(problem.path ?? []) !== nameOf(path)));
      update(withValueAt(values, path, value) as Values);
    },
    rebaseTo(next, { typed = saved, settle = keepMine } = {}) {
      saved = next;
      update(rebase(typed, values, next, { path: [], settle }) as Values);
    },
    resets: () => resets,
    reset() {
      resets += 1;
      setProblems([]);
      update(saved);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
