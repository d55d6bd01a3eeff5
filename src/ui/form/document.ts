import type { WireProblem } from '../wire/WireError.ts';
import { isSame, keepMine, rebase, type Settle, type ValuePath, type Values, valueAt, withValueAt } from './values.ts';

/** The values of a form, as they are typed. Readers of one value hear of its changes; unchanged values keep their identity. */
export interface FormDocument {
  values(): Values;
  at(path: ValuePath): unknown;
  set(path: ValuePath, value: unknown): void;
  /** As the server has them. */
  saved(): Values;
  isChanged(): boolean;
  /**
   * The server has other values now; what has been typed since `typed` (all that is unsaved, unless given) is kept, and
   * `settle` decides about values that both sides have changed.
   */
  rebaseTo(saved: Values, options?: { readonly typed?: Values; readonly settle?: Settle }): void;
  /** Goes back to what the server has. */
  reset(): void;
  /** How often it has: inputs that hold something of their own go back with it. */
  resets(): number;
  problems(): readonly WireProblem[];
  problemAt(path: ValuePath): string | undefined;
  setProblems(problems: readonly WireProblem[]): void;
  /** What is typed there is no value yet, and why; it counts as unsaved. Ends with the call of what it gives. */
  hold(path: ValuePath, message: string): () => void;
  /** What is held. */
  held(): readonly WireProblem[];
  subscribe(listener: () => void): () => void;
}

const nameOf = (path: ValuePath): string => path.join('/');

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
      // What was wrong there has been changed.
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
