import { executionAsyncResource } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { keepTick } from '../../../src/cli/serve/keepTick.ts';
import { collectGarbage } from '../../collectGarbage.ts';

const nextTick = (): Promise<WeakRef<object>> =>
  new Promise((resolve) => process.nextTick(() => resolve(new WeakRef(executionAsyncResource()))));

it('keeps a tick that garbage collection would otherwise remove', async () => {
  const [kept, other] = [new WeakRef(await keepTick()), await nextTick()];
  await collectGarbage();
  expect(other.deref()).toBeUndefined();
  expect(kept.deref()).toMatchObject({ callback: expect.any(Function) });
  expect(await keepTick()).toBe(kept.deref());
});
