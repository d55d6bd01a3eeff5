import { expect, it } from 'vitest';
import { createGroups } from '../../src/change/groups.ts';

/** Groups whose work waits for `open`. */
function makeBlocked() {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const done: number[] = [];
  const groups = createGroups<number>(async (jobs) => {
    await gate;
    done.push(...jobs);
  });
  return { groups, done, open };
}

it('SEC-33 five hundred writes may wait, one more is turned away at once with the time to try again', async () => {
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
