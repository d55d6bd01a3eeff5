import type { WireProblem } from '../wire/WireError.ts';
import {
  type FormState,
  type FormStep,
  NO_HISTORY,
  recordStep,
  redoStep,
  revertStep,
  toPathKey,
  undoStep,
} from './history.ts';
import { problemsOfTexts, type TypedText, textName } from './typedTexts.ts';
import {
  type ConflictResolver,
  differingPath,
  type FormPath,
  type FormValues,
  getValueAt,
  isSameValue,
  preferMine,
  rebase,
  shareSame,
  withValueAt,
} from './values.ts';

/** What undo, redo or taking back a step has changed last; another object each time. */
export interface RestoredValue {
  readonly path: FormPath;
}

/** How a value is set. */
export interface SetOptions {
  /** Whether it is a step of its own, though it follows another in the same value at once: pasting, a heading, a new word. */
  readonly isSeparate?: boolean;
}

/** The values of a form, with unsaved changes. Unchanged values keep their identity, so readers of one see when it changes. */
export interface FormDocument {
  values(): FormValues;
  at(path: FormPath): unknown;
  /** Sets a value as a step of the history. Typing on in the same value is part of the same step, unless it `isSeparate`. */
  set(path: FormPath, value: unknown, options?: SetOptions): void;
  /** The text that was typed for a value and that the value does not tell. */
  typedAt(path: FormPath): TypedText | undefined;
  /** Sets that text, together with what `act` sets. With a problem it counts as unsaved. */
  type(path: FormPath, typed: TypedText, act?: () => void): void;
  /** Makes one step of everything that `act` sets. Returns it; undefined if nothing was set. */
  together(act: () => void): FormStep | undefined;
  /** Takes back one step, whatever else has been changed since. Does nothing if it was undone. */
  revert(step: FormStep): void;
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
  restored(): RestoredValue | undefined;
  /** The values that the server has. */
  saved(): FormValues;
  isChanged(): boolean;
  /**
   * Takes over new values from the server. Changes made since `typed` (by default, since the last saved values) are kept;
   * `settle` decides about values that both sides have changed. What arrives is no step: undo leaves it.
   */
  rebaseTo(saved: FormValues, options?: { readonly typed?: FormValues; readonly settle?: ConflictResolver }): void;
  /** Shows unsaved values of an earlier visit. That is no step either. */
  load(values: FormValues): void;
  /** Goes back to the values that the server has, as a step. */
  reset(): void;
  problems(): readonly WireProblem[];
  problemAt(path: FormPath): string | undefined;
  setProblems(problems: readonly WireProblem[]): void;
  /** What is odd about a value and keeps nothing from being published. */
  warningAt(path: FormPath): string | undefined;
  setWarnings(warnings: readonly WireProblem[]): void;
  /** The problems of typed texts. */
  held(): readonly WireProblem[];
  subscribe(listener: () => void): () => void;
}

/** What the editor of a text needs of the form that it is part of: the form undoes what is typed, so the editor does not. */
export type InputHistory = Pick<FormDocument, 'undo' | 'redo' | 'canUndo' | 'canRedo' | 'restored' | 'subscribe'>;

interface StepOptions {
  /** What the step changes; by default the only part that differs after it. */
  readonly path?: FormPath;
  readonly joins: boolean;
}

/** Creates a form that starts from the values that the server has. `now` is a clock in milliseconds. */
export function createFormDocument(start: FormValues, now: () => number = () => performance.now()): FormDocument {
  const listeners = new Set<() => void>();
  let saved = start;
  let state: FormState = { values: start, texts: {} };
  let history = NO_HISTORY;
  let isChanged = false;
  let restored: RestoredValue | undefined;
  let problems: readonly WireProblem[] = [];
  let byPath = new Map<string, string>();
  let warnings = new Map<string, string>();
  let lastId = 0;
  /** How many steps are being made, one inside the other; only the outermost is recorded. */
  let depth = 0;
  /** The steps that are undone or taken back. */
  const reverted = new Set<number>();

  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const heldIn = ({ texts, values }: FormState): readonly WireProblem[] => problemsOfTexts(texts, values);

  function update(next: FormState): void {
    state = next;
    isChanged = heldIn(state).length > 0 || !isSameValue(state.values, saved);
    if (depth === 0) notify();
  }
  function setProblems(next: readonly WireProblem[]): void {
    problems = next;
    byPath = new Map(next.map(({ path = [], message }) => [toPathKey(path), message]));
    notify();
  }
  function setWarnings(next: readonly WireProblem[]): void {
    warnings = new Map(next.map(({ path = [], message }) => [toPathKey(path), message]));
    notify();
  }
  function asStep(act: () => void, { path, joins }: StepOptions): FormStep | undefined {
    const before = state;
    depth += 1;
    try {
      act();
    } finally {
      depth -= 1;
    }
    if (depth > 0 || isSameValue(before, state)) return undefined;
    lastId += 1;
    const changed = path ?? differingPath(before.values, state.values);
    history = recordStep(history, { id: lastId, path: changed, before, after: state, at: now() }, joins);
    notify();
    return history.done.at(-1);
  }
  function restore(next: FormState): void {
    restored = { path: differingPath(state.values, next.values) };
    update(next);
  }

  return {
    values: () => state.values,
    saved: () => saved,
    at: (path) => getValueAt(state.values, path),
    isChanged: () => isChanged,
    problems: () => problems,
    problemAt: (path) => byPath.get(toPathKey(path)),
    setProblems,
    warningAt: (path) => warnings.get(toPathKey(path)),
    setWarnings,
    held: () => heldIn(state),
    typedAt: (path) => state.texts[textName(state.values, path)],
    type(path, typed, act) {
      const name = textName(state.values, path);
      const write = (): void => update({ ...state, texts: { ...state.texts, [name]: typed } });
      asStep(() => [write(), act?.()], { path, joins: true });
    },
    set(path, value, { isSeparate = false } = {}) {
      warnings.delete(toPathKey(path));
      // The problem was about the old value.
      if (byPath.has(toPathKey(path)))
        setProblems(problems.filter((problem) => toPathKey(problem.path ?? []) !== toPathKey(path)));
      const values = withValueAt(state.values, path, value) as FormValues;
      asStep(() => update({ ...state, values }), { path, joins: !isSeparate });
    },
    together: (act) => asStep(act, { joins: false }),
    revert(step) {
      if (reverted.has(step.id)) return;
      reverted.add(step.id);
      asStep(() => restore(revertStep(step, state)), { path: step.path, joins: false });
    },
    undo() {
      const moved = undoStep(history, state);
      history = moved?.history ?? { ...history, done: [] };
      if (moved) reverted.add(moved.step.id);
      restore(moved?.state ?? state);
    },
    redo() {
      const moved = redoStep(history, state);
      history = moved?.history ?? { ...history, undone: [] };
      if (moved) reverted.delete(moved.step.id);
      restore(moved?.state ?? state);
    },
    canUndo: () => history.done.length > 0,
    canRedo: () => history.undone.length > 0,
    restored: () => restored,
    rebaseTo(next, { typed = saved, settle = preferMine } = {}) {
      saved = next;
      const values = rebase(typed, state.values, next, { path: [], settle, revives: true });
      update({ ...state, values: shareSame(values, state.values) as FormValues });
    },
    load: (values) => update({ values, texts: {} }),
    reset() {
      setProblems([]);
      asStep(() => update({ values: saved, texts: {} }), { joins: false });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
