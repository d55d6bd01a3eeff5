import { expect } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { describeInterface } from '../../src/http/openapi/document.ts';
import type { WorkSteps } from '../../src/lib/turn/runSteps.ts';
import { type CheckAnswer, createCheckAnswer } from './checkAnswer.ts';

/** Compiled once for all sites of a run, which have the same endpoints. */
const CHECKS = new Map<string, CheckAnswer>();
/** The same check by a site's list of endpoints. */
const checks = new WeakMap<readonly Endpoint[], CheckAnswer>();

/** Fails the test if an answer differs from the description of the interface. */
export function expectDescribed(endpoints: readonly Endpoint[], answer: Parameters<CheckAnswer>[0]): void {
  const check = checks.get(endpoints) ?? findCheck(endpoints);
  checks.set(endpoints, check);
  const faults = check(answer);
  // Most answers have no difference, and making the message takes longer than the check.
  if (faults.length > 0) expect(faults).toEqual([]);
}

function findCheck(endpoints: readonly Endpoint[]): CheckAnswer {
  const name = endpoints.map(({ method, path }) => `${method} ${path}`).join();
  const check =
    CHECKS.get(name) ??
    createCheckAnswer(takeAllSteps(describeInterface(endpoints, { version: '0', siteUrl: 'http://localhost' })));
  CHECKS.set(name, check);
  return check;
}

function takeAllSteps<T>(steps: WorkSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
