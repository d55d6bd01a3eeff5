import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createBodyRoom } from '../../../src/http/request/body/bodyRoom.ts';
import { anyObject } from '../../../src/model/schema/schema.ts';
import { makeServer, until } from '../makeServer.ts';

/** A body that enters the room, and what happens to it. */
function enter(room: ReturnType<typeof createBodyRoom>) {
  const response = new EventEmitter() as unknown as ServerResponse;
  const stay = room.enter(response);
  const body = { stay, isCut: false, answer: () => response.emit('close') };
  stay.begin(() => {
    body.isCut = true;
  });
  return body;
}

test('SEC-36 when the room is full, the body that has been arriving for longest is cut', () => {
  const room = createBodyRoom(100);
  const [first, second, third] = [enter(room), enter(room), enter(room)];
  for (const { stay } of [first, second, third]) stay.take(40);
  expect([first.isCut, second.isCut, third.isCut]).toEqual([true, false, false]);
  second.stay.complete();
  third.stay.take(30);
  expect([second.isCut, third.isCut]).toEqual([false, true]);
});

test('a body keeps its place until its request is answered', () => {
  const room = createBodyRoom(100);
  const first = enter(room);
  first.stay.take(80);
  first.stay.complete();
  const second = enter(room);
  second.stay.take(40);
  expect([first.isCut, second.isCut]).toEqual([false, true]);
  first.answer();
  const third = enter(room);
  third.stay.take(100);
  expect(third.isCut).toBe(false);
});

const take = defineEndpoint({
  method: 'POST',
  path: '/take',
  summary: '',
  access: 'public',
  body: { json: anyObject(), maxBytes: 64 * 1024 },
  handle: () => ({ data: 'taken' }),
});

test('SEC-36 hundreds of connections that hold back the end of their bodies do not keep out others', async () => {
  const { url, send } = await makeServer([take]);
  const body = `{"a":"${'x'.repeat(64 * 1024 - 8)}"}`;
  const head = `POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const clients = Array.from({ length: 320 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const client = { socket, said: '' };
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        client.said += bytes;
      });
    onTestFinished(() => void socket.destroy());
    socket.write(head + body.slice(0, -1));
    return client;
  });
  await until(() => clients.filter(({ said }) => said !== '').length >= 320 - 256);
  const refused = clients.filter(({ said }) => said !== '');
  for (const { said } of refused) expect(said).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n/s);
  expect((await send('/take', body)).status).toBe(200);
  const waiting = clients.filter(({ said }) => said === '').at(-1)!;
  waiting.socket.write('}');
  expect(await until(() => waiting.said)).toMatch(/^HTTP\/1\.1 200 /);
});
