import { expect, it } from 'vitest';
import { parseLines } from '../../../src/features/redirects/ui/parseLines.ts';

it('reads a redirect a line, as people write and copy them', () => {
  const text = '/a /b\n\n/c,/d,302\r\n"/e";"https://example.org/f"\n/g\t/h\t308\n';
  expect(parseLines(text)).toEqual({
    redirects: [
      { fromPath: '/a', toPath: '/b' },
      { fromPath: '/c', toPath: '/d', statusCode: 302 },
      { fromPath: '/e', toPath: 'https://example.org/f' },
      { fromPath: '/g', toPath: '/h', statusCode: 308 },
    ],
    faults: [],
  });
});

it('tells the lines that it does not understand', () => {
  expect(parseLines('/a /b\n/a\nold /b\n/a /b 200\n/a /b 301 x\n/a ftp://x').faults).toEqual([2, 3, 4, 5, 6]);
});
