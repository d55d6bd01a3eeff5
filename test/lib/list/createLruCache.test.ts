import { expect, test } from 'vitest';
import { memoizeByText } from '../../../src/lib/list/createLruCache.ts';

test('reads each of the last texts once', () => {
  const read: string[] = [];
  const lengthOf = memoizeByText((text) => {
    read.push(text);
    return { length: text.length };
  }, 2);
  for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'bb']) expect(lengthOf(text)).toEqual({ length: text.length });
  expect(read).toEqual(['a', 'bb', 'ccc', 'bb']);
});
