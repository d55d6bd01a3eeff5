import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createDroppedExpiry, forgetOldDropped } from '../../../src/proposal/branch/droppedProposal.ts';

afterEach(() => void vi.useRealTimers());

it('tries again to forget a dropped change whose removal has failed', async () => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-01-01T00:00:00.000Z');
  const ref = `refs/quire/dropped/${Date.now() / 1000}/change/menu`;
  const refs = new Map([[ref, '0'.repeat(40)]]);
  const errors: unknown[] = [];
  const onGone = vi.fn();
  let isLocked = true;
  const remove = vi.fn(async () => {
    if (isLocked) throw new Error('locked');
    refs.delete(ref);
  });
  const branches = { list: () => refs, remove } as unknown as Parameters<
    typeof createDroppedExpiry
  >[0]['repo']['branches'];
  const keeper = createDroppedExpiry({
    ...{ repo: { branches, keepRef: vi.fn() }, clock: () => new Date(), onGone },
    inTurn: (work) => work(),
    onError: (error) => void errors.push(error),
  });
  onTestFinished(keeper.close);
  keeper.look();
  vi.setSystemTime('2026-01-31T00:00:00.000Z');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([remove.mock.calls.length, errors.length, onGone.mock.calls.length]).toEqual([1, 1, 0]);
  isLocked = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([remove.mock.calls.length, errors.length, onGone.mock.calls.length, refs.size]).toEqual([2, 1, 1, 0]);
});

it('forgets the others if one cannot be removed', async () => {
  const refs = new Map(['a', 'b', 'c'].map((name) => [`refs/quire/dropped/1/change/${name}`, '0'.repeat(40)]));
  const remove = async ({ ref }: { readonly ref: string }): Promise<void> => {
    if (ref.endsWith('/b')) throw new Error('locked');
    refs.delete(ref);
  };
  const repo = { branches: { list: () => new Map(refs), remove }, keepRef: vi.fn() };
  const forgetting = forgetOldDropped(repo as unknown as Parameters<typeof forgetOldDropped>[0], new Date());
  await expect(forgetting).rejects.toThrow('locked');
  expect([...refs.keys()]).toEqual(['refs/quire/dropped/1/change/b']);
});
