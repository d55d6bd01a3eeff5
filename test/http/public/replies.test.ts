import { expect, test } from 'vitest';
import { createReplies, type NewReply } from '../../../src/http/public/replies.ts';
import type { EncodedReply, Reply } from '../../../src/http/public/reply.ts';

const edition = { endsAt: Number.POSITIVE_INFINITY };
const cache = { maxAgeSeconds: 60, sharedMaxAgeSeconds: 600, staleSeconds: 3600 };
const MAX_BYTES = 4_000_000;

const makeReplies = () =>
  createReplies({
    content: { edition: () => edition, secondsToNextChange: () => undefined },
    cache,
    maxBytes: MAX_BYTES,
  });

const madeOf = (bytes: Buffer): NewReply => ({
  ...{ route: '/x', lines: [], maxAgeSeconds: undefined, type: 'application/json', bytes, tag: 'a' },
  ...{ edition, variesBy: [] },
});

const wanted = (name: string) => ({ name, headers: {} });

test('answers asked for only once are not kept, so that a flood of addresses pushes out nothing', () => {
  const replies = makeReplies();
  const made = madeOf(Buffer.alloc(10_000, 'a'));
  const useful = Array.from({ length: 20 }, (_, index) => `/useful/${index}`);
  for (const name of [...useful, ...useful]) replies.add(wanted(name), made);
  const flood = Array.from({ length: 2000 }, (_, index) => `/flood?${index}`);
  for (const name of flood) replies.add(wanted(name), made);
  for (const name of useful) expect(replies.find(wanted(name))).toBeDefined();
  expect(flood.filter((name) => replies.find(wanted(name)) !== undefined).length).toBeLessThan(10);
});

test('kept answers stay within the limits', () => {
  const replies = makeReplies();
  const names = Array.from({ length: 2000 }, (_, index) => `/x?${index}`);
  for (const name of [...names, ...names]) replies.add(wanted(name), madeOf(Buffer.alloc(10_000)));
  const left = names.filter((name) => replies.find(wanted(name)) !== undefined);
  expect(left.length).toBeGreaterThan(100);
  expect(left.length * 10_000).toBeLessThan(MAX_BYTES);
  expect(left).toContain('/x?1999');
});

test('the headers that kept answers depend on count too', () => {
  const replies = makeReplies();
  const header = 10_000;
  const names = Array.from({ length: 2000 }, (_, index) => `/x?${index}`);
  const askedFor = (name: string) => ({ name, headers: { accept: name.padEnd(header) } });
  const made = { ...madeOf(Buffer.alloc(10)), variesBy: ['Accept'] };
  for (const name of [...names, ...names]) replies.add(askedFor(name), made);
  const left = names.filter((name) => replies.find(askedFor(name)) !== undefined);
  expect(left.length).toBeGreaterThan(100);
  expect(left.length * header).toBeLessThan(MAX_BYTES);
});

test('an answer larger than the limit is not kept', () => {
  const replies = makeReplies();
  for (const times of [1, 2, 3]) {
    replies.add(wanted('/x'), madeOf(Buffer.alloc(MAX_BYTES)));
    expect([times, replies.find(wanted('/x'))]).toEqual([times, undefined]);
  }
});

test('compressed forms are made once, and count too', async () => {
  const replies = makeReplies();
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index * 7919)));
  replies.add(wanted('/x'), madeOf(bytes));
  const reply = replies.add(wanted('/x'), madeOf(bytes));
  const [first, second] = [reply.form('gzip'), reply.form('gzip')];
  expect(first).toBe(second);
  const form = await first;
  expect(reply.form('gzip')).toBe(form);
  expect(reply.byteLength()).toBe(bytes.length + form.bytes.length);
  expect(replies.find(wanted('/x'))).toBe(reply);
  expect(form.whole).toContain('Content-Encoding');
});

const identityOf = (reply: Reply): EncodedReply => {
  const form = reply.form('identity');
  if (form instanceof Promise) throw new Error('The bytes as they are need no making');
  return form;
};

test('a kept answer holds no memory beyond its own bytes', () => {
  const replies = makeReplies();
  const slab = Buffer.alloc(1_000_000, 'a');
  replies.add(wanted('/x'), madeOf(slab.subarray(10, 20)));
  replies.add(wanted('/x'), madeOf(slab.subarray(10, 20)));
  const { bytes } = identityOf(replies.find(wanted('/x'))!);
  expect(bytes.buffer.byteLength).toBe(10);
  expect(bytes.toString()).toBe('aaaaaaaaaa');
});
