import { expect, it } from 'vitest';
import type { WritePlan } from '../../../src/write/queue/planWrite.ts';
import { type RecordCommitParts, recordCommit } from '../../../src/write/target/recordCommit.ts';

/** Records a write that changes nothing, and notes the order of events. */
function recordWaiting(order: string[], durable: Promise<void>) {
  const parts = {
    homes: { content: {} },
    history: { record: () => order.push('recorded') },
    follower: { head: null, advance: () => order.push('advanced') },
    store: {
      apply() {
        order.push('served');
        return [];
      },
    },
    announcements: { announce: () => order.push('told') },
  };
  const commit = { commit: 'a'.repeat(40), message: 'Change', files: new Map(), durable };
  const plan = { home: 'content', files: [], changes: [], at: new Date(0) };
  return recordCommit(plan as unknown as WritePlan, commit, parts as unknown as RecordCommitParts);
}

it('serves a write while it waits for the disk, and announces it when it is durable', async () => {
  const order: string[] = [];
  let end = (): void => undefined;
  const durable = new Promise<void>((resolve) => {
    end = resolve;
  });
  const recording = recordWaiting(order, durable).then(() => order.push('answered'));
  await new Promise(setImmediate);
  expect(order).toEqual(['recorded', 'advanced', 'served']);
  end();
  await recording;
  expect(order.slice(3)).toEqual(['told', 'answered']);
});

it('does not announce a write that may not survive a power failure', async () => {
  const order: string[] = [];
  const failing = recordWaiting(order, Promise.reject(new Error('EIO')));
  await expect(failing).rejects.toThrow('EIO');
  expect(order).not.toContain('told');
});
