import { expect } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { describeInterface } from '../../src/http/openapi/document.ts';
import type { Steps } from '../../src/lib/turn/takeTurns.ts';
import { type CheckAnswer, createCheckAnswer } from './checkAnswer.ts';

/** Compiled once for all sites of a run: they have the same endpoints. */
const CHECKS = new Map<string, CheckAnswer>();

/** Fails the test when an answer is not as the interface describes it. */
export function expectDescribed(endpoints: readonly Endpoint[], answer: Parameters<CheckAnswer>[0]): void {
  const name = endpoints.map(({ method, path }) => `${method} ${path}`).join();
  const check =
    CHECKS.get(name) ??
    createCheckAnswer(takeAllSteps(describeInterface(endpoints, { version: '0', siteUrl: 'http://localhost' })));
  CHECKS.set(name, check);
  expect(check(answer)).toEqual([]);
}

function takeAllSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
