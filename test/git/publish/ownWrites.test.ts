import { expect, it } from 'vitest';
import { createOwnWrites } from '../../../src/git/publish/ownWrites.ts';
import { rev } from '../sandbox.ts';

const MODE = '100644';

it('remembers only the latest versions of a file that is written again and again', () => {
  const own = createOwnWrites();
  const ids = Array.from({ length: 5001 }, (_, index) => index.toString(16).padStart(40, '0'));
  for (const [index, before] of ids.slice(0, -1).entries()) {
    const becomes = { mode: MODE, id: ids[index + 1]! };
    own.record([{ path: 'a.md', before, after: null, side: null, was: { mode: MODE, id: before }, becomes }]);
  }
  const { versions, target } = own.recent().get('a.md')!;
  expect(target?.id).toBe(ids.at(-1));
  expect(versions.size).toBe(1000);
  expect(versions).toContain(ids.at(-2));
  expect(versions).not.toContain(ids[0]);
});

it('keeps a version that comes back as long as the others', () => {
  const own = createOwnWrites();
  const write = (before: string) =>
    own.record([{ path: 'a.md', before, after: null, side: null, was: null, becomes: { mode: MODE, id: rev('1') } }]);
  write(rev('a'));
  write(rev('b'));
  write(rev('a'));
  expect([...own.recent().get('a.md')!.versions]).toEqual([rev('b'), rev('a')]);
});
