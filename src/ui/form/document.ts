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
  problems(): readonly WireProblem[];
  problemAt(path: ValuePath): string | undefined;
  setProblems(problems: readonly WireProblem[]): void;
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

  function update(next: Values): void {
    values = next;
    isChanged = !isSame(values, saved);
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
    reset() {
      setProblems([]);
      update(saved);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
