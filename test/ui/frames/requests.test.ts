import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { fitsKind } from '../../../src/ui/frames/fitsKind.ts';
import { callEndpoint, endpointAddress } from '../../../src/ui/frames/request/callEndpoint.ts';
import { checkedValue } from '../../../src/ui/frames/request/checkedValue.ts';
import {
  readCall,
  readNote,
  readPageOptions,
  readProposedValue,
  readQuestion,
} from '../../../src/ui/frames/request/readRequest.ts';

const FORBIDDEN = /"(__proto__|constructor|prototype)"/;

it('copies every JSON value as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      fc.pre(!FORBIDDEN.test(JSON.stringify(value)));
      const checked = checkedValue(value).value;
      expect(JSON.stringify(checked)).toBe(JSON.stringify(value));
    }),
  );
});

it('takes for each kind of field what its input can show', () => {
  const samples = ['text', 4, 4.5, true, { a: 1 }, [1], ['a'], [{ a: 1 }], null, undefined];
  const fitting = (kind: string) => samples.filter((value) => fitsKind(kind, value)).slice(0, -2);
  expect(Object.fromEntries(FIELD_TYPES.map((kind) => [kind, fitting(kind)]))).toMatchObject({
    ...{ text: ['text'], number: [4, 4.5], integer: [4], boolean: [true], object: [{ a: 1 }], repeater: [[{ a: 1 }]] },
    ...{ gallery: [[1]], multiselect: [['a']], media: [4, 4.5], richtext: [{ a: 1 }], link: [{ a: 1 }] },
  });
  expect(fitting('json')).toHaveLength(8);
  expect(fitting('toString')).toHaveLength(8);
});

it("SEC-51 reaches the extension's own endpoints and nothing else", () => {
  vi.stubGlobal('window', { location: { origin: 'https://cms.test' } });
  try {
    expect(endpointAddress('maps', '/near')).toBe('/api/x/maps/near');
    expect(endpointAddress('maps', '/a/../near')).toBe('/api/x/maps/near');
    for (const path of [
      'near',
      '/../other/near',
      '/../../admin/users',
      '/%2e%2e/%2e%2e/admin/users',
      '/..%2f..%2fadmin/users',
      '/..\\..\\admin\\users',
      '/..%5c..%5cadmin',
      '/near?token=1',
      '/near#x',
      '//evil.test/x/../../../../admin',
      '/near%00',
    ])
      expect(() => endpointAddress('maps', path), path).toThrow('not as documented');
    expect(endpointAddress('maps', '//evil.test/near')).toBe('/api/x/maps//evil.test/near');
  } finally {
    vi.unstubAllGlobals();
  }
});

it('calls as the user, and hands over the answer or its error', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://cms.test' } });
  const answers = [
    new Response('{"data":{"near":1}}'),
    new Response('{"errors":[{"code":"FORBIDDEN","message":"Not you"}]}', { status: 403 }),
    new Response('<html>', { status: 502 }),
    new Response(`{"data":"${'x'.repeat(2_000_001)}"}`),
  ];
  const fetched = vi.fn((..._: readonly unknown[]) => Promise.resolve(answers.shift()!));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  try {
    expect(await callEndpoint('maps', readCall({ path: '/near', query: { lat: 1.5 } }))).toEqual({ near: 1 });
    const [address, options] = fetched.mock.calls[0] as [string, RequestInit];
    expect([address, options.method, options.credentials, options.redirect]).toEqual([
      '/api/x/maps/near?lat=1.5',
      'GET',
      'same-origin',
      'error',
    ]);
    const post = () => callEndpoint('maps', readCall({ path: '/near', method: 'POST', body: { a: 1 } }));
    await expect(post()).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Not you' });
    await expect(post()).rejects.toMatchObject({ code: 'failed' });
    await expect(post()).rejects.toMatchObject({ code: 'size' });
    expect((fetched.mock.calls[1]![1] as RequestInit).body).toBe('{"a":1}');
  } finally {
    vi.unstubAllGlobals();
  }
});

it('reads requests as they are documented, and refuses all others', () => {
  expect(readProposedValue({ value: 1, more: 2 })).toEqual({ field: undefined, value: 1 });
  expect(readPageOptions({ types: ['article'], isAdmin: true })).toEqual({ types: ['article'] });
  expect(readNote({ text: 'Done' })).toEqual({ text: 'Done', isError: false });
  for (const read of [
    () => readProposedValue(null),
    () => readProposedValue({ field: ['a'] }),
    () => readPageOptions({ types: 'article' }),
    () => readPageOptions({ types: Array.from({ length: 51 }, () => 'x') }),
    () => readNote({ text: ' ' }),
    () => readNote({ text: 'x'.repeat(201) }),
    () => readQuestion({ title: 'x', text: 'x'.repeat(501), action: 'x' }),
    () => readQuestion({ title: 'x', text: { html: 'x' }, action: 'x' }),
    () => readCall({ path: '/x', method: 'TRACE' }),
    () => readCall({ path: '/x', query: { a: {} } }),
  ])
    expect(read).toThrow('not as documented');
});
