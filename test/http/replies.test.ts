import { expect, test } from 'vitest';
import { createReplies } from '../../src/http/replies.ts';
import { createReply, type Reply } from '../../src/http/reply.ts';

const edition = { endsAt: Number.POSITIVE_INFINITY };
const cache = { maxAgeSeconds: 60, sharedMaxAgeSeconds: 600, staleSeconds: 3600 };
const MAX_BYTES = 4_000_000;

const makeReplies = () =>
  createReplies({
    content: { edition: () => edition, secondsToNextChange: () => undefined },
    cache,
    maxBytes: MAX_BYTES,
  });

const makeReply = (bytes: Buffer, grown = (): void => {}): Reply =>
  createReply({ route: '/x', lines: [], isBounded: false, type: 'application/json', bytes, tag: 'a', grown });

const wanted = (url: string) => ({ url, headers: {} });

test('a flood of addresses drives out only its own kind, and takes no more memory than allowed', () => {
  const replies = makeReplies();
  const bytes = Buffer.alloc(10_000, 'a');
  const keep = (url: string): Reply => {
    const reply = makeReply(bytes);
    replies.keep(wanted(url), { reply, edition, variesBy: [] });
    return reply;
  };
  const useful = Array.from({ length: 20 }, (_, index) => `/useful/${index}`);
  for (const url of useful) keep(url);
  for (const url of useful) expect(replies.find(wanted(url))).toBeDefined();
  const flood = Array.from({ length: 2000 }, (_, index) => `/flood?${index}`);
  for (const url of flood) keep(url);
  for (const url of useful) expect(replies.find(wanted(url))).toBeDefined();
  const left = flood.filter((url) => replies.find(wanted(url)) !== undefined);
  expect(left.length).toBeGreaterThan(10);
  expect(left.length * bytes.length).toBeLessThan(MAX_BYTES / 4);
});

test('what is asked for again and again also stays within its bounds', () => {
  const replies = makeReplies();
  const urls = Array.from({ length: 2000 }, (_, index) => `/x?${index}`);
  for (const url of urls) {
    replies.keep(wanted(url), { reply: makeReply(Buffer.alloc(10_000)), edition, variesBy: [] });
    replies.find(wanted(url));
  }
  const left = urls.filter((url) => replies.find(wanted(url)) !== undefined);
  expect(left.length * 10_000).toBeLessThan(MAX_BYTES);
  expect(left).toContain('/x?1999');
});

test('an answer larger than all that may be kept is not kept', () => {
  const replies = makeReplies();
  replies.keep(wanted('/x'), { reply: makeReply(Buffer.alloc(MAX_BYTES)), edition, variesBy: [] });
  expect(replies.find(wanted('/x'))).toBeUndefined();
});

test('compressed forms are made once, and weigh too', async () => {
  const replies = makeReplies();
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index * 7919)));
  const reply = makeReply(bytes, () => replies.weigh('/x'));
  replies.keep(wanted('/x'), { reply, edition, variesBy: [] });
  const [first, second] = [reply.form('gzip'), reply.form('gzip')];
  expect(first).toBe(second);
  const form = await first;
  expect(reply.form('gzip')).toBe(form);
  expect(reply.byteLength()).toBe(bytes.length + form.bytes.length);
  expect(replies.find(wanted('/x'))).toBe(reply);
  expect(form.lines).toContain('Content-Encoding');
});

test('a kept answer holds no memory but its own', () => {
  const slab = Buffer.alloc(1_000_000, 'a');
  const reply = makeReply(slab.subarray(10, 20));
  const form = reply.form('identity');
  if (form instanceof Promise) throw new Error('The bytes as they are need no making');
  expect(form.bytes.buffer.byteLength).toBe(10);
  expect(form.bytes.toString()).toBe('aaaaaaaaaa');
});
