import { AsyncLocalStorage } from 'node:async_hooks';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import type { Problem } from '../../model/entry.ts';

/** A function of an extension. */
export interface GuardedPart {
  readonly extension: string;
  /** What it is and what it is called: `rule ends-after-start`, `field place: toPublic`. */
  readonly part: string;
}

/** A function of an extension that has failed since the start. */
export interface FailingPart extends GuardedPart {
  readonly failures: number;
  /** It has failed so often in a row that it is not called again before the next start. */
  readonly isOff: boolean;
  /** Why it failed last. */
  readonly reason: string;
  /** When it failed last, ISO 8601. */
  readonly at: string;
}

/** The extensions' functions that have failed. */
export interface ExtensionStates {
  list(): readonly FailingPart[];
  /** Those that are off. */
  problems(): readonly Problem[];
}

/** The result of a function, or why there is none. */
export type GuardedResult<T> = { readonly value: T } | { readonly failure: string };

/** Calls the functions of extensions, which may throw, take long, and return anything. */
export interface Guard extends ExtensionStates {
  /**
   * Calls a function. Its result is what `read` makes of it, which throws for what is not of the right form.
   *
   * @param work has to be pure: it is called again if it has taken long
   */
  run<T>(part: GuardedPart, work: () => unknown, read: (result: unknown) => T): GuardedResult<T>;
  /** The same; what it takes counts for the request that it is called in. */
  runInRequest<T>(part: GuardedPart, work: () => unknown, read: (result: unknown) => T): GuardedResult<T>;
  /** Gives everything that is done for a request one limit. */
  withinRequest<T>(work: () => T): T;
}

/** The longest that a function may take for one record. */
const MAX_CALL_MS = 20;
/** The longest that all functions together may take for one request. */
const MAX_REQUEST_MS = 200;
/** A function that has failed this often in a row is off until the next start. */
const MAX_FAILURES = 10;
/** The longest reason to keep. */
const MAX_REASON = 200;

interface PartState {
  readonly part: GuardedPart;
  failures: number;
  inARow: number;
  reason: string;
  at: string;
}

interface GuardState {
  readonly clock: () => Date;
  readonly stopwatch: Stopwatch;
  readonly parts: Map<string, PartState>;
  readonly requests: AsyncLocalStorage<{ leftMs: number }>;
  onFailure(part: FailingPart): void;
}

export interface GuardOptions {
  readonly clock: () => Date;
  /** Called for the first failure of a function in a row, and when it is off. */
  readonly onFailure?: (part: FailingPart) => void;
  /** Tells how long work has taken. */
  readonly stopwatch?: Stopwatch;
}

/** Clocks in milliseconds, which start anywhere. */
interface Stopwatch {
  wall(): number;
  /** The processor's time of this process. */
  cpu(): number;
}

const STOPWATCH: Stopwatch = {
  wall: () => performance.now(),
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

export function createGuard({ clock, onFailure = () => undefined, stopwatch = STOPWATCH }: GuardOptions): Guard {
  const requests: GuardState['requests'] = new AsyncLocalStorage();
  const state: GuardState = { clock, stopwatch, onFailure, parts: new Map(), requests };
  return {
    run: (part, work, read) => runPart(state, part, () => read(work())),
    runInRequest(part, work, read) {
      const request = state.requests.getStore();
      if (request === undefined) return runPart(state, part, () => read(work()));
      if (request.leftMs <= 0) return { failure: `the extensions have taken more than ${MAX_REQUEST_MS} ms` };
      const start = stopwatch.wall();
      const result = runPart(state, part, () => read(work()));
      request.leftMs -= stopwatch.wall() - start;
      return result;
    },
    withinRequest: (work) => state.requests.run({ leftMs: MAX_REQUEST_MS }, work),
    list: () => [...state.parts.values()].map(showPart),
    problems: () => [...state.parts.values()].filter(isOff).map(toProblem),
  };
}

function runPart<T>(state: GuardState, part: GuardedPart, work: () => T): GuardedResult<T> {
  const known = state.parts.get(nameOfPart(part));
  if (known && isOff(known)) return { failure: OFF };
  const first = attempt(work, [state.stopwatch.wall]);
  // Others may have had the processor, or garbage was collected: only what is slow twice, by both clocks, is slow.
  const isSlow = 'failure' in first && first.isSlow;
  const result = isSlow ? attempt(work, [state.stopwatch.wall, state.stopwatch.cpu]) : first;
  if ('failure' in result) return noteFailure(state, part, result.failure);
  // What has failed and works again is not off.
  if (known) known.inARow = 0;
  return result;
}

const OFF = `is off until the next start, because it has failed ${MAX_FAILURES} times in a row`;

type Attempt<T> = { readonly value: T } | { readonly failure: string; readonly isSlow: boolean };

/** Does the work, which is slow if it is so by each of the clocks. */
function attempt<T>(work: () => T, clocks: readonly (() => number)[]): Attempt<T> {
  const starts = clocks.map((read) => read());
  try {
    const value = work();
    const isSlow = clocks.every((read, index) => read() - starts[index]! > MAX_CALL_MS);
    return isSlow ? { failure: `has taken more than ${MAX_CALL_MS} ms`, isSlow } : { value };
  } catch (error) {
    return { failure: describeError(error), isSlow: false };
  }
}

/** The message of what was thrown, which may be anything, even something that throws again. */
function describeError(error: unknown): string {
  try {
    return cleanLine(error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON) || 'has failed';
  } catch {
    return 'has failed';
  }
}

function noteFailure(state: GuardState, part: GuardedPart, reason: string): { readonly failure: string } {
  const name = nameOfPart(part);
  const known = state.parts.get(name) ?? { part, failures: 0, inARow: 0, reason: '', at: '' };
  state.parts.set(name, known);
  known.failures += 1;
  known.inARow += 1;
  known.reason = reason;
  known.at = state.clock().toISOString();
  if (known.inARow === 1 || known.inARow === MAX_FAILURES) state.onFailure(showPart(known));
  return { failure: reason };
}

const nameOfPart = ({ extension, part }: GuardedPart): string => `${extension} ${part}`;
const isOff = ({ inARow }: PartState): boolean => inARow >= MAX_FAILURES;

const toProblem = ({ part: { extension, part }, reason }: PartState): Problem => ({
  path: 'quire.config',
  code: 'EXTENSION',
  message: `The extension "${extension}": ${part} ${OFF}: ${reason}`,
});

function showPart(state: PartState): FailingPart {
  const { part, failures, reason, at } = state;
  return { ...part, failures, isOff: isOff(state), reason, at };
}
