import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deflateFast } from '../../src/git/deflateFast.ts';

it('makes what zlib reads, of bytes of any number', () => {
  for (const length of [0, 1, 127, 128, 129, 4095, 4096, 4097, 100_000]) {
    const bytes = Buffer.alloc(length, 0xff);
    expect(inflateSync(deflateFast(bytes)).equals(bytes)).toBe(true);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(inflateSync(deflateFast(bytes)).equals(bytes)).toBe(true);
    }),
  );
});
