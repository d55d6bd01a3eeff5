import { executionAsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { keepTick } from '../../../src/cli/serve/keepTick.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
// V8 accepts no code compiled with other flags, which later test files in this process would try to load.
setFlagsFromString('--no-expose-gc');

const nextTick = (): Promise<WeakRef<object>> =>
  new Promise((resolve) => process.nextTick(() => resolve(new WeakRef(executionAsyncResource()))));

it('keeps a tick that garbage collection would otherwise remove', async () => {
  const [kept, other] = [new WeakRef(await keepTick()), await nextTick()];
  // A reference stays alive until the end of the turn that made it.
  await setImmediate();
  collectGarbage();
  expect(other.deref()).toBeUndefined();
  expect(kept.deref()).toMatchObject({ callback: expect.any(Function) });
  expect(await keepTick()).toBe(kept.deref());
});
