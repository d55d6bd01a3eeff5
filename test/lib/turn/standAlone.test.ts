import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { copyToOwnBuffer } from '../../../src/lib/turn/copyToOwnBuffer.ts';

it('keeps only the bytes in memory', () => {
  const cut: readonly Buffer[] = [
    inflateSync(deflateSync(Buffer.from('text'))),
    Buffer.concat([Buffer.from('te'), Buffer.from('xt')]),
    Buffer.from('some text').subarray(5),
  ];
  for (const bytes of cut) {
    expect(bytes.buffer.byteLength).toBeGreaterThan(4);
    const alone = copyToOwnBuffer(bytes);
    expect([alone.toString(), alone.buffer.byteLength]).toEqual(['text', 4]);
  }
});

it('does not copy bytes that have a buffer of their own', () => {
  const bytes = Buffer.alloc(5000);
  expect(copyToOwnBuffer(bytes)).toBe(bytes);
});
