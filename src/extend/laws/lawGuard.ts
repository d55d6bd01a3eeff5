import { sameJson } from '../../lib/json/sameJson.ts';
import type { Guard, GuardedPart, GuardedResult } from '../judge/guard.ts';

/** What was seen of one function of an extension. */
export interface LawReport {
  readonly part: string;
  readonly calls: number;
  /** What is wrong with it, each once; empty if it keeps the laws. */
  readonly failures: readonly string[];
}

/** A guard that calls everything twice and notes what is not pure, not quick or throws. */
export interface LawGuard extends Pick<Guard, 'run' | 'runInRequest'> {
  reports(): readonly LawReport[];
}

/** The longest that a function may take for one record, as in a server. */
const MAX_MS = 20;
const MAX_FAILURES = 10;

type PartCalls = { calls: number; readonly failures: Set<string> };

export function createLawGuard(): LawGuard & Guard {
  const seen = new Map<string, PartCalls>();
  function run<T>({ part }: GuardedPart, work: () => unknown, read: (result: unknown) => T): GuardedResult<T> {
    const known = seen.get(part) ?? { calls: 0, failures: new Set<string>() };
    seen.set(part, known);
    known.calls += 1;
    const [first, second] = [timeCall(() => read(work())), timeCall(() => read(work()))];
    const failure = findFailure(first, second);
    if (failure === null) return first.result;
    if (known.failures.size < MAX_FAILURES) known.failures.add(failure);
    return { failure };
  }
  return {
    run,
    runInRequest: run,
    withinRequest: (work) => work(),
    list: () => [],
    problems: () => [],
    reports: () => [...seen].map(([part, { calls, failures }]) => ({ part, calls, failures: [...failures] })),
  };
}

interface TimedCall<T> {
  readonly result: GuardedResult<T>;
  readonly ms: number;
}

function timeCall<T>(call: () => T): TimedCall<T> {
  const start = performance.now();
  try {
    const value = call();
    return { result: { value }, ms: performance.now() - start };
  } catch (error) {
    const failure = error instanceof Error ? error.message : 'has thrown what is not an Error';
    return { result: { failure }, ms: performance.now() - start };
  }
}

function findFailure<T>(first: TimedCall<T>, second: TimedCall<T>): string | null {
  if ('failure' in first.result) return first.result.failure;
  if ('failure' in second.result) return `fails when it is called again: ${second.result.failure}`;
  if (!sameJson(first.result.value, second.result.value)) return 'gives something else when it is called again';
  // The process may have paused: only what is slow twice is slow.
  return Math.min(first.ms, second.ms) > MAX_MS ? `takes more than ${MAX_MS} ms` : null;
}
