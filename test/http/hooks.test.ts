import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { HostSync } from '../../src/host/host.ts';
import { hookEndpoints } from '../../src/http/hooks.ts';
import { createBodyRoom } from '../../src/http/request/body/bodyRoom.ts';
import { beginRequest } from './beginRequest.ts';
import { makeServer, until } from './makeServer.ts';

const SECRET = 'a secret of some length';

/** Sends a signed message without its last byte; `finish` sends that and returns the status. */
function holdBack(url: string, body: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket
    .on('error', () => undefined)
    .on('data', (bytes) => {
      said += bytes;
    });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  socket.write(
    `POST /api/hooks/git HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=${signature}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.slice(0, -1));
  return async (): Promise<string> => {
    socket.write(body.slice(-1));
    await until(() => said.includes('\r\n'));
    return said.slice(9, 12);
  };
}

test('SEC-36 unfinished messages are kept up to a limit together; a dropped one counts as one about any branch', async () => {
  const told = vi.fn();
  const room = createBodyRoom(100 * 1024);
  let taken = 0;
  const counting: typeof room = {
    enter(closable) {
      const stay = room.enter(closable);
      return {
        ...stay,
        take(bytes) {
          taken += bytes;
          stay.take(bytes);
        },
      };
    },
  };
  const { url } = await makeServer(
    hookEndpoints({ host: { told } as unknown as HostSync, secret: SECRET, room: counting }),
  );
  const bodyOf = (name: string): string => JSON.stringify({ ref: 'refs/heads/main', name, pad: 'x'.repeat(60 * 1024) });
  const [first, second] = [bodyOf('first'), bodyOf('second')];
  const finishFirst = holdBack(url, first);
  await until(() => taken >= first.length - 1);
  const finishSecond = holdBack(url, second);
  await until(() => taken >= first.length + second.length - 2);
  expect([await finishFirst(), await finishSecond()]).toEqual(['202', '202']);
  expect(told.mock.calls).toEqual([[null], ['main']]);
});

test('SEC-36 no message is asked for that its headers show to be from somebody else, or too large', async () => {
  const told = vi.fn();
  const { url } = await makeServer(hookEndpoints({ host: { told } as unknown as HostSync, secret: SECRET }));
  const signature = `sha256=${'0'.repeat(64)}`;
  const send = (headers: Readonly<Record<string, string>>, length = '9') =>
    beginRequest(`${url}/api/hooks/git`, { method: 'POST', headers: { ...headers, 'content-length': length } });
  for (const [headers, length, refusal] of [
    [{}, '9', 401],
    [{ 'x-hub-signature-256': 'sha256=' }, '9', 401],
    [{ 'x-hub-signature': signature }, '9', 401],
    [{ 'x-gitlab-token': 'a guess' }, '9', 401],
    [{ 'x-gitlab-token': 'a guess', 'x-hub-signature-256': signature }, '9', 401],
    [{ 'x-hub-signature-256': signature }, '30000000', 413],
    [{ 'x-gitlab-token': SECRET }, '30000000', 413],
  ] as const)
    await expect(send(headers, length)).rejects.toThrow(`before its body: ${refusal}`);
  const begun = await send({ 'x-hub-signature-256': signature });
  expect((await begun.finish('{"ref":1}')).status).toBe(401);
  expect(told).not.toHaveBeenCalled();
});
