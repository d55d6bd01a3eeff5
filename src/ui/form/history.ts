import { commonEnds } from '../../lib/list/commonPairs.ts';
import { replayChange } from './replayChange.ts';
import { type TypedTexts, textName } from './typedTexts.ts';
import { type FormPath, type FormValues, getValueAt, isSameValue } from './values.ts';

/** Everything in a form that people change. */
export interface FormState {
  readonly values: FormValues;
  readonly texts: TypedTexts;
}

/** One change of a form, as large as people expect to undo at once. */
export interface FormStep {
  readonly id: number;
  readonly path: FormPath;
  readonly before: FormState;
  readonly after: FormState;
  /** When it was last added to, in milliseconds. */
  readonly at: number;
}

/** The steps that can be undone, and those that can be done again; the next one is last. */
export interface FormHistory {
  readonly done: readonly FormStep[];
  readonly undone: readonly FormStep[];
}

export const NO_HISTORY: FormHistory = { done: [], undone: [] };

const MOST_STEPS = 200;

/** A pause in typing this long begins a new step. */
const PAUSE_MS = 1000;

export const toPathKey = (path: FormPath): string => path.join('/');

/** Adds a step; `joins` says whether it may become part of the step before, as a further letter of a word does. */
export function recordStep({ done }: FormHistory, step: FormStep, joins: boolean): FormHistory {
  const last = done.at(-1);
  if (joins && last && continues(last, step))
    return { done: [...done.slice(0, -1), { ...last, after: step.after, at: step.at }], undone: [] };
  return { done: [...done, step].slice(-MOST_STEPS), undone: [] };
}

function continues(last: FormStep, { path, before, after, at }: FormStep): boolean {
  // Another state means that something has arrived from the server since, which is not part of the step.
  if (last.after !== before || toPathKey(last.path) !== toPathKey(path) || at - last.at >= PAUSE_MS) return false;
  const [old, next] = [inputAt(before, path), inputAt(after, path)];
  if (typeof old === 'string' && typeof next === 'string') return !beginsWord(old, next);
  return ![old, next].some((value) => Array.isArray(value) || typeof value === 'boolean');
}

const inputAt = ({ values, texts }: FormState, path: FormPath): unknown =>
  texts[textName(values, path)]?.text ?? getValueAt(values, path);

function beginsWord(old: string, next: string): boolean {
  const { start, end } = commonEnds(old, next);
  const added = next.slice(start, next.length - end);
  return start > 0 && /^\S/.test(added) && /\s/.test(next[start - 1] ?? '');
}

interface HistoryMove {
  readonly history: FormHistory;
  readonly state: FormState;
  readonly step: FormStep;
}

/** Undoes the last step that still makes a difference; undefined if there is none. */
export function undoStep({ done, undone }: FormHistory, state: FormState): HistoryMove | undefined {
  const found = lastThatChanges(done, state, (step) => revertStep(step, state));
  if (!found) return undefined;
  const step = { ...found.step, before: found.state, after: state };
  return { state: found.state, step, history: { done: found.others, undone: [...undone, step] } };
}

/** Does again what was undone last. */
export function redoStep({ done, undone }: FormHistory, state: FormState): HistoryMove | undefined {
  const found = lastThatChanges(undone, state, ({ before, after }) => replayState(before, after, state));
  if (!found) return undefined;
  const step = { ...found.step, before: state, after: found.state };
  return { state: found.state, step, history: { done: [...done, step], undone: found.others } };
}

function lastThatChanges(
  steps: readonly FormStep[],
  state: FormState,
  apply: (step: FormStep) => FormState,
): { readonly step: FormStep; readonly state: FormState; readonly others: readonly FormStep[] } | undefined {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index]!;
    const next = apply(step);
    if (!isSameValue(next, state)) return { step, state: next, others: steps.slice(0, index) };
  }
  return undefined;
}

/** The state without what a step changed, whatever else has changed since. */
export const revertStep = ({ before, after }: FormStep, state: FormState): FormState =>
  replayState(after, before, state);

const replayState = (from: FormState, to: FormState, onto: FormState): FormState => ({
  values: replayChange(from.values, to.values, onto.values),
  texts: replayChange(from.texts, to.texts, onto.texts),
});
