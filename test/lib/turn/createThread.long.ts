import { expect, it } from 'vitest';
import { createThread, TooMuchWork } from '../../../src/lib/turn/createThread.ts';

it('SEC-36 gives up a task that takes too long, and does the ones after it', async () => {
  const thread = createThread<number, number>('../test/lib/endlessWorker.mjs', { maxMs: 3_000 });
  const asked = [1, 0, 2, 3].map((task) => thread.ask(task));
  expect(await Promise.allSettled(asked)).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: expect.any(TooMuchWork) },
    { status: 'fulfilled', value: 4 },
    { status: 'fulfilled', value: 6 },
  ]);
  await thread.close();
});
