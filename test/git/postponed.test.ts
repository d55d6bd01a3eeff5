import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPostponed } from '../../src/git/postponed.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const notExpected = (error: unknown): never => {
  throw error;
};

it('is done after a moment when nobody asks for it, and only then', async () => {
  const work = vi.fn(async () => undefined);
  createPostponed(5, notExpected).put(work);
  await vi.advanceTimersByTimeAsync(4);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledOnce();
});

it('is done at once when somebody waits for it, and not again', async () => {
  const work = vi.fn(async () => undefined);
  const postponed = createPostponed(5, notExpected);
  postponed.put(work);
  await postponed.done();
  expect(work).toHaveBeenCalledOnce();
  await postponed.done();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledOnce();
});

it('is waited for while it goes on, and tells what fails', async () => {
  const failures: unknown[] = [];
  const postponed = createPostponed(5, (error) => failures.push(error));
  let fail: (reason: Error) => void = () => undefined;
  const failing = new Promise<void>((_, reject) => {
    fail = reject;
  });
  postponed.put(() => failing);
  await vi.advanceTimersByTimeAsync(5);
  const waiting = postponed.done();
  fail(new Error('the disk is gone'));
  await waiting;
  expect(failures).toEqual([new Error('the disk is gone')]);
});
