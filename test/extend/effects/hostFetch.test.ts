import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createHostFetch } from '../../../src/extend/effects/process/hostFetch.ts';
import { answerWith, makeReceiver } from '../../job/makeReceiver.ts';

const LOCAL = { hosts: ['127.0.0.1'], allowsPrivate: true };

it('fetches as the platform does: any kind of body, and decoded answers', async () => {
  const { url, received, answer } = await makeReceiver();
  answer((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"is":"fine"}')));
  const fetch = createHostFetch(LOCAL);
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
  expect([response instanceof Response, response.url, await response.json()]).toEqual([true, url, { is: 'fine' }]);
  expect(received[0]).toMatchObject({
    text: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', 'user-agent': 'Quire' },
  });
  const form = new FormData();
  form.set('b', new Blob(['two']), 'two.txt');
  await fetch(new Request(url, { method: 'PUT', body: form }));
  expect(received[1]?.text).toContain('filename="two.txt"');
});

it('follows redirects to its hosts, without credentials to another origin', async () => {
  const [first, second] = [await makeReceiver(), await makeReceiver()];
  first.answer(
    (response, { text }) => void response.writeHead(text === 'again' ? 307 : 302, { location: second.url }).end(),
  );
  const fetch = createHostFetch(LOCAL);
  const headers = { authorization: 'Bearer secret', 'content-type': 'text/plain', 'x-own': 'kept' };
  await fetch(first.url, { method: 'POST', body: 'again', headers });
  await fetch(first.url, { method: 'POST', body: 'once', headers });
  expect(second.received.map(({ text }) => text)).toEqual(['again', '']);
  expect(second.received[0]?.headers).toMatchObject({ 'x-own': 'kept', 'content-type': 'text/plain' });
  expect(second.received.flatMap(({ headers: { authorization = [] } }) => authorization)).toEqual([]);
  expect((await fetch(first.url, { redirect: 'manual' })).status).toBe(302);
  await expect(fetch(first.url, { redirect: 'error' })).rejects.toThrow(`${first.url} redirects to ${second.url}`);
});

it('SEC-51 checks the host at every hop, and ends after some', async () => {
  const [first, second] = [await makeReceiver(), await makeReceiver()];
  first.answer(answerWith(302, { location: second.url.replace('127.0.0.1', 'localhost') }));
  const fetch = createHostFetch(LOCAL);
  await expect(fetch(first.url)).rejects.toThrow('localhost is refused');
  expect(second.received).toEqual([]);
  first.answer(answerWith(302, { location: first.url }));
  await expect(fetch(first.url)).rejects.toThrow('redirects to');
  expect(first.received).toHaveLength(12);
});

it('SEC-51 refuses an address that turns out to be private when it is connected to', async () => {
  const fetch = createHostFetch({
    ...{ hosts: ['api.example.org'], allowsPrivate: false },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  await expect(fetch('https://api.example.org/')).rejects.toThrow('127.0.0.1 is not a public address');
});

it('SEC-51 reads answers up to a limit, and waits up to another', async () => {
  const { url, answer } = await makeReceiver();
  answer(answerWith(200, { 'content-encoding': 'gzip' }, ''));
  answer((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(5000))));
  await expect(createHostFetch({ ...LOCAL, maxBytes: 1000 })(url)).rejects.toThrow('larger than 1000 bytes');
  answer(() => undefined);
  await expect(createHostFetch({ ...LOCAL, timeoutMs: 50 })(url)).rejects.toThrow('timeout');
  const given = new AbortController();
  const asked = createHostFetch(LOCAL)(url, { signal: given.signal });
  given.abort(new Error('changed my mind'));
  await expect(asked).rejects.toThrow('changed my mind');
});
