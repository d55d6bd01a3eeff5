import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deflateFast } from '../../../src/git/format/deflateFast.ts';

it('makes what zlib reads, from any number of bytes', () => {
  for (const length of [0, 1, 511, 512, 513, 4095, 4096, 4097, 32_768, 32_769, 100_000]) {
    const bytes = Buffer.alloc(length, 0xff);
    for (const isDense of [false, true]) expect(inflateSync(deflateFast(bytes, isDense)).equals(bytes)).toBe(true);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1000 }), fc.boolean(), (bytes, isDense) => {
      expect(inflateSync(deflateFast(bytes, isDense)).equals(bytes)).toBe(true);
    }),
  );
});
