import { expect, it } from 'vitest';
import { coalesce } from '../../../src/lib/turn/coalesce.ts';

/** A save that the test ends, with success or failure. */
function makeSave() {
  const runs: { finish(): void; fail(error: Error): void }[] = [];
  const save = coalesce(
    () => new Promise<void>((resolve, reject) => void runs.push({ finish: resolve, fail: reject })),
  );
  return { runs, save };
}

it('runs at once, and once more for all calls made meanwhile', async () => {
  const { runs, save } = makeSave();
  const first = save();
  const others = [save(), save()];
  expect(runs).toHaveLength(1);
  runs[0]?.finish();
  await first;
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.finish();
  await Promise.all(others);
  const later = save();
  expect(runs).toHaveLength(3);
  runs[2]?.finish();
  await later;
});

it('reports a failure to the callers of that run, and runs again for the others', async () => {
  const { runs, save } = makeSave();
  const first = save();
  const second = save();
  runs[0]?.fail(new Error('disk full'));
  await expect(first).rejects.toThrow('disk full');
  runs[1]?.finish();
  await expect(second).resolves.toBeUndefined();
});
