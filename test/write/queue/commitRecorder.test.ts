import { expect, it } from 'vitest';
import type { Person } from '../../../src/git/format/commit.ts';
import { createCommitRecorder, type PublishedWrite } from '../../../src/write/queue/commitRecorder.ts';

const ADA: Person = { name: 'Ada', email: 'ada@example.org' };

/** Takes a write that changes nothing, and notes the order of events. */
function takeWaiting(order: string[], durable: Promise<void>) {
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
  const take = createCommitRecorder(parts as unknown as Parameters<typeof createCommitRecorder>[0]);
  const published = { commit: 'a'.repeat(40), message: 'Change', files: new Map() };
  const write = { home: 'content', updates: [], changes: [], message: '', now: new Date(0), published, durable };
  return take(write as unknown as PublishedWrite, ADA);
}

it('serves a write while it waits for the disk, and announces it when it is durable', async () => {
  const order: string[] = [];
  let end = (): void => undefined;
  const durable = new Promise<void>((resolve) => {
    end = resolve;
  });
  const taking = takeWaiting(order, durable).then(() => order.push('answered'));
  await new Promise(setImmediate);
  expect(order).toEqual(['recorded', 'advanced', 'served']);
  end();
  await taking;
  expect(order.slice(3)).toEqual(['told', 'answered']);
});

it('does not announce a write that may not survive a power failure', async () => {
  const order: string[] = [];
  const failing = takeWaiting(order, Promise.reject(new Error('EIO')));
  await expect(failing).rejects.toThrow('EIO');
  expect(order).not.toContain('told');
});
