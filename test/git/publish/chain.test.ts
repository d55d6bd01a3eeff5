import { expect, it } from 'vitest';
import { createChain } from '../../../src/git/publish/chain.ts';

it('does one task after the other, reports failures, and goes on', async () => {
  const done: string[] = [];
  const chain = createChain((error) => done.push(String(error)));
  chain.add(async () => void done.push('one'));
  chain.add(() => Promise.reject(new Error('two')));
  chain.add(async () => void done.push('three'));
  await chain.done();
  expect(done).toEqual(['one', 'Error: two', 'three']);
});

it('does nothing before it may start', async () => {
  let begin = (): void => undefined;
  const begins = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const done: string[] = [];
  const chain = createChain(() => undefined, begins);
  chain.add(async () => void done.push('one'));
  await Promise.resolve();
  expect(done).toEqual([]);
  begin();
  await chain.done();
  expect(done).toEqual(['one']);
});
