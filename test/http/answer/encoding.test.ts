import { expect, test } from 'vitest';
import { chooseEncoding, isCompressible } from '../../../src/http/answer/encoding.ts';

test('the encoding is the most welcome one, and the smallest of equally welcome ones', () => {
  const rows: Readonly<Record<string, string>> = {
    '': 'identity',
    gzip: 'gzip',
    'GZIP ;Q=1': 'gzip',
    'gzip, deflate, br': 'br',
    'gzip;q=1.0, br;q=0.9': 'gzip',
    'br;q=0, gzip;q=0': 'identity',
    'br;q=0.5, identity': 'identity',
    '*': 'br',
    '*;q=0.5, br;q=0': 'gzip',
    'identity;q=0': 'identity',
    'deflate, zstd': 'identity',
    'gzip;q=lots': 'identity',
    ', ,;': 'identity',
  };
  for (const [accepted, encoding] of Object.entries(rows)) {
    expect([accepted, chooseEncoding(accepted)]).toEqual([accepted, encoding]);
  }
});

test('texts longer than a packet are compressed, pictures and archives never', () => {
  const [short, long] = [Buffer.alloc(1023), Buffer.alloc(1024)];
  for (const type of ['application/json; charset=utf-8', 'application/xml', 'text/html', 'image/svg+xml']) {
    expect([type, isCompressible(type, long), isCompressible(type, short)]).toEqual([type, true, false]);
  }
  for (const type of ['image/png', 'application/zip', 'application/jsonish', 'video/mp4']) {
    expect([type, isCompressible(type, long)]).toEqual([type, false]);
  }
  expect(isCompressible('application/graphql-response+json; charset=utf-8', long)).toBe(true);
});
