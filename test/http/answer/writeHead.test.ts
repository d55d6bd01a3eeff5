import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createHeadWriter } from '../../../src/http/answer/writeHead.ts';

const SHARED = ['Content-Type', 'text/plain', 'Content-Length', '5', 'X-Same', 'yes'];
const UNCHANGED = ['ETag', '"tide"'];
const NOW = ['X-Now', 'flood'];

/** A server that answers `tides` to everything, with the writer or with plain Node. */
async function serveTides(isNode: boolean): Promise<number> {
  const writeHead = createHeadWriter();
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const isUnchanged = request.url === '/unchanged';
    const [status, shared] = isUnchanged ? [304, UNCHANGED] : [200, SHARED];
    const own = ['X-Own', request.url ?? ''];
    if (request.url === '/closing') response.setHeader('Connection', 'close');
    if (isNode) response.writeHead(status, [...shared, ...own, ...NOW]);
    else writeHead(response, { status, shared, own }, NOW);
    response.end(isUnchanged || request.method === 'HEAD' ? undefined : 'tides');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test.each([
  ['asked again and again', GET + GET + GET],
  ['asked for what has not changed', GET.replace('/', '/unchanged').repeat(3)],
  ['asked by HEAD', GET.replace('GET', 'HEAD').repeat(3)],
  ['asked by HEAD in between', GET + GET.replace('GET', 'HEAD') + GET],
  ['asked in HTTP/1.0', GET + GET + GET.replace('1.1', '1.0')],
  ['asked in HTTP/1.0 to stay', GET + GET + GET.replace('1.1\r\n', '1.0\r\nConnection: keep-alive\r\n')],
  ['about to close', GET + GET + GET.replace('/', '/closing')],
])('a caller who is %s gets what Node sends', async (_, requests) => {
  const answers: string[] = [];
  for (const isNode of [true, false]) {
    const socket = connect(await serveTides(isNode), '127.0.0.1');
    socket.write(requests + LAST);
    answers.push(toComparable(await text(socket)));
  }
  expect(answers[1]).toBe(answers[0]);
  expect(answers[1]).toContain('X-Own: /');
});

/** Each head with its lines in order, without the Date. */
const toComparable = (sent: string): string =>
  sent
    .split(/(?=HTTP\/1\.1 )/)
    .map((answer) => {
      const [head = '', body] = answer.split('\r\n\r\n');
      return [
        ...head
          .split('\r\n')
          .map((line) => line.replace(/^(Date: .*) \d\d:\d\d:\d\d /, '$1 '))
          .sort(),
        body,
      ].join('\n');
    })
    .join('\n\n');
