import { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookSender, type SenderOptions } from '../../../src/features/webhooks/send.ts';
import { createGuardedConnect, type ResolveHost } from '../../../src/job/delivery/guardedConnect.ts';
import { readRetryAfter, retryDelay } from '../../../src/job/delivery/retry.ts';
import { until } from '../../http/makeServer.ts';
import { answerWith, makeReceiver } from '../../job/makeReceiver.ts';

const NOW = new Date('2026-02-01T12:00:00.000Z');
const makeSender = (options: Partial<SenderOptions> = {}) => {
  const sender = createWebhookSender({ allowsPrivate: false, clock: () => NOW, ...options });
  onTestFinished(() => sender.close());
  return sender;
};
const post = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
const addresses = (...list: readonly string[]): Awaited<ReturnType<ResolveHost>> =>
  list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('SEC-29 a webhook', () => {
  it.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
    'https://0x7f.1',
    'https://169.254.169.254',
    'https://10.1.2.3',
    'https://0.0.0.0',
    'https://[fd00::1]',
    'https://[64:ff9b::7f00:1]',
  ])('is not sent to %s', async (host) => {
    const receiver = await makeReceiver();
    const { port } = new URL(receiver.url);
    expect(await makeSender().send(post(`${host}:${port}/`))).toMatchObject({ status: null, error: 'blocked_address' });
    expect(receiver.received).toEqual([]);
  });

  it('is not sent if any address of the name is private', async () => {
    const receiver = await makeReceiver();
    const url = receiver.url.replace('http://127.0.0.1', 'https://example.test');
    const resolve: ResolveHost = async () => addresses('93.184.216.34', '127.0.0.1');
    expect(await makeSender({ resolve }).send(post(url))).toMatchObject({ error: 'blocked_address' });
    expect(receiver.received).toEqual([]);
  });

  it('is not sent without TLS, whatever was allowed when it was saved', async () => {
    const resolve: ResolveHost = async () => addresses('93.184.216.34');
    const sender = makeSender({ resolve, timeoutMs: 300 });
    expect(await sender.send(post('http://example.test/'))).toMatchObject({ status: null, error: 'blocked_address' });
  });

  it('is not sent to a name whose address changes: it is resolved and checked once for each connection', async () => {
    const receiver = await makeReceiver();
    const url = receiver.url.replace('http://127.0.0.1', 'https://rebinds.test');
    const asked: string[] = [];
    // A documentation network (RFC 5737) stands for a public address that does not answer.
    const resolve: ResolveHost = async (host) => {
      asked.push(host);
      return asked.length === 1 ? addresses('93.184.216.34') : addresses('127.0.0.1');
    };
    const sender = makeSender({ resolve, timeoutMs: 300 });
    const first = await sender.send(post(url));
    expect(first?.error).not.toBeNull();
    expect(asked).toEqual(['rebinds.test']);
    expect(await sender.send(post(url))).toMatchObject({ error: 'blocked_address' });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    [undefined, false],
    ['93.184.216.34', true],
  ])('is sent over a connection that ended up at %s: %s', async (remoteAddress, isSent) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    const connect = createGuardedConnect({ timeoutMs: 100, open: () => (_, done) => done(null, socket) });
    const options = { hostname: 'example.test', protocol: 'https:', port: '443' };
    const [error] = await new Promise<readonly unknown[]>((resolve) => connect(options, (...args) => resolve(args)));
    expect([error === null, socket.destroyed]).toEqual([isSent, !isSent]);
    socket.destroy();
  });

  it('may go to private addresses if that is allowed', async () => {
    const receiver = await makeReceiver();
    expect(await makeSender({ allowsPrivate: true }).send(post(receiver.url))).toMatchObject({
      status: 204,
      error: null,
    });
  });
});

describe('an answer', () => {
  it('SEC-29 is read up to a limit', async () => {
    const receiver = await makeReceiver();
    let written = 0;
    receiver.answer((response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && written < 50_000_000 && response.write('x'.repeat(10_000))) written += 10_000;
      };
      response.on('drain', pour);
      response.on('error', () => undefined);
      pour();
    });
    const outcome = await makeSender({ allowsPrivate: true }).send(post(receiver.url));
    expect(outcome).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(1000) });
    // The network buffers on both sides come on top of what is read.
    expect(written).toBeLessThan(20_000_000);
  });

  it('SEC-29 that does not come in time is a failure, and so is a broken connection', async () => {
    const receiver = await makeReceiver();
    receiver.answer(() => undefined);
    const impatient = makeSender({ allowsPrivate: true, timeoutMs: 100 });
    expect(await impatient.send(post(receiver.url))).toMatchObject({ status: null, error: 'timeout' });
    const sender = makeSender({ allowsPrivate: true });
    receiver.answer((response) => void response.destroy());
    expect(await sender.send(post(receiver.url))).toMatchObject({ status: null, error: 'UND_ERR_SOCKET' });
    expect(await sender.send(post('http://127.0.0.1:1/'))).toMatchObject({ error: 'ECONNREFUSED' });
  });

  it('may ask for more time', async () => {
    const receiver = await makeReceiver();
    receiver.answer(answerWith(429, { 'retry-after': '120' }));
    expect(await makeSender({ allowsPrivate: true }).send(post(receiver.url))).toMatchObject({
      status: 429,
      error: 'status',
      retryAfterMs: 120_000,
    });
  });

  it('that has not come when the sender is closed does not count', async () => {
    const receiver = await makeReceiver();
    receiver.answer(() => undefined);
    const sender = makeSender({ allowsPrivate: true });
    const sent = sender.send(post(receiver.url));
    await until(() => receiver.received.length === 1);
    await sender.close();
    expect(await sent).toBeNull();
  });
});

describe('the time to the next attempt', () => {
  it('is within a fifth of the contract’s, and ends after the last', () => {
    const delays = (random: number): readonly (number | null)[] =>
      Array.from({ length: 10 }, (_, index) => retryDelay({ attempts: index + 1, retryAfterMs: null }, () => random));
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(delays(0.5)).toEqual([...seconds.map((one) => one * 1000), null]);
    expect(delays(0)).toEqual([...seconds.map((one) => one * 800), null]);
    expect(delays(1)).toEqual([...seconds.map((one) => one * 1200), null]);
  });

  it('is what the receiver asks for if that is longer, up to a day', () => {
    const after = (retryAfterMs: number): number | null => retryDelay({ attempts: 1, retryAfterMs }, () => 0.5);
    expect([1000, 60_000, 10 ** 12].map(after)).toEqual([5000, 60_000, 86_400_000]);
    expect(retryDelay({ attempts: 10, retryAfterMs: 1000 }, () => 0.5)).toBeNull();
  });

  it.each([
    ['120', 120_000],
    ['Sun, 01 Feb 2026 12:01:00 GMT', 60_000],
    ['Sun, 01 Feb 2026 11:00:00 GMT', 0],
    ['soon', null],
    [undefined, null],
  ])('is read from Retry-After: %s', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });
});
