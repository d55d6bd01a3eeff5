import { expect, it } from 'vitest';
import { createJobGroups } from '../../../src/write/queue/groups.ts';

/** Groups whose work waits for `open`. */
function makeBlocked() {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const done: number[] = [];
  const groups = createJobGroups<number>(async (jobs) => {
    await gate;
    done.push(...jobs);
  });
  return { groups, done, open };
}

it('SEC-33 lets five hundred writes wait, and turns one more away at once with the time to try again', async () => {
  const { groups, done, open } = makeBlocked();
  groups.push(0);
  for (let job = 1; job <= 500; job += 1) groups.push(job);
  expect(() => groups.push(501)).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: expect.any(Number) }),
  );
  open();
  await groups.idle();
  expect(done).toEqual(Array.from({ length: 501 }, (_, job) => job));
  groups.push(502);
  await groups.idle();
  expect(done.at(-1)).toBe(502);
});

/** Groups that note which jobs are worked on together, and in which order. */
function makeNoted() {
  const noted: (readonly number[] | string)[] = [];
  const groups = createJobGroups<number>(async (jobs) => {
    await Promise.resolve();
    noted.push(jobs);
  });
  return { groups, noted };
}

it('works on jobs that have queued up together, at most 64', async () => {
  const { groups, noted } = makeNoted();
  for (let job = 0; job < 150; job++) groups.push(job);
  await groups.idle();
  expect(noted.map((group) => group.length)).toEqual([1, 64, 64, 21]);
  expect(noted.flat()).toEqual(Array.from({ length: 150 }, (_, job) => job));
});

it('runs a task alone between the jobs before and after it, and returns its result or error', async () => {
  const { groups, noted } = makeNoted();
  for (const job of [0, 1, 2]) groups.push(job);
  const task = groups.inTurn(async () => noted.push('task'));
  const failing = groups.inTurn(() => Promise.reject(new Error('made to fail')));
  groups.push(3);
  expect(await task).toBe(3);
  await expect(failing).rejects.toThrow('made to fail');
  await groups.idle();
  expect(noted).toEqual([[0], [1, 2], 'task', [3]]);
});

it('goes on after a task that throws synchronously', async () => {
  const { groups, noted } = makeNoted();
  const failing = groups.inTurn(() => {
    throw new Error('made to fail');
  });
  await expect(failing).rejects.toThrow('made to fail');
  groups.push(1);
  await groups.idle();
  expect(noted).toEqual([[1]]);
});
