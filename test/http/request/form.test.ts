import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { as, makeServer, until } from '../makeServer.ts';

const KIB = 1024;

/** An endpoint that takes a form with a file of at most 64 KiB and answers with it. */
async function serve() {
  const dir = mkdtempSync(join(tmpdir(), 'quire-form-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const upload = defineEndpoint({
    method: 'POST',
    path: '/upload',
    summary: '',
    access: 'editor',
    handle: ({ readForm }) =>
      readForm({ dir, maxBytes: 64 * KIB }, async ({ fields, file: { name, size, path } }) => {
        return { data: { fields, name, size, text: readFileSync(path, 'latin1').slice(0, 100) } };
      }),
  });
  const server = await makeServer([upload]);
  const send = async (body: string | Uint8Array, type = 'multipart/form-data; boundary=x') => {
    const response = await server.send('/upload', body, { headers: { 'Content-Type': type, ...as('editor') } });
    // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
    return [response.status, (await response.json()) as any] as const;
  };
  const post = async (parts: readonly string[]) => send(formOf(parts));
  return { ...server, dir, send, post };
}

/** A form with these parts, each with its headers. */
const formOf = (parts: readonly string[], end = '--x--\r\n'): Buffer =>
  Buffer.from(`${parts.map((part) => `--x\r\n${part}\r\n`).join('')}${end}`, 'latin1');

const field = (name: string, value: string, headers = ''): string =>
  `Content-Disposition: form-data; name="${name}"${headers}\r\n\r\n${value}`;
const fileOf = (value: string, disposition = '; filename="a.txt"', headers = ''): string =>
  `Content-Disposition: form-data; name="file"${disposition}${headers}\r\n\r\n${value}`;

/** Files below a folder that this process has open. */
const openBelow = (dir: string): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(dir) ? [path] : [];
    } catch {
      return [];
    }
  });

/** Checks that nothing is left of a form: no file and no open descriptor. */
async function expectNothingLeft(dir: string): Promise<void> {
  expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
  if (existsSync('/proc/self/fd')) await until(() => openBelow(dir).length === 0);
}

test('a file arrives with its fields and its name', async () => {
  const { post, dir } = await serve();
  expect(await post([field('title', 'A title'), fileOf('Hello'), field('alt', '')])).toEqual([
    200,
    { data: { fields: { title: 'A title', alt: '' }, name: 'a.txt', size: 5, text: 'Hello' } },
  ]);
  await expectNothingLeft(dir);
});

test.each([
  ['UTF-8 as it stands', '; filename="Rød flag.txt"', 'Rød flag.txt'],
  ['quotes as browsers write them', '; filename="a %22b%22.txt"', 'a "b".txt'],
  ['quotes as RFC 822 writes them', '; filename="a \\"b\\".txt"', 'a "b".txt'],
  ['an extended value', "; filename*=UTF-8''R%C3%B8d.txt", 'Rød.txt'],
  ['an extended value beside a plain one', '; filename="x.txt"; filename*=UTF-8\'\'R%C3%B8d.txt', 'Rød.txt'],
  ['an extended value in another encoding', "; filename*=ISO-8859-1'en'R%F8d.txt", 'Rød.txt'],
  ['no quotes', '; filename=a.txt', 'a.txt'],
  ['a folder', '; filename="C:\\\\pictures\\\\a.txt"', 'a.txt'],
  ['nothing', '\r\nContent-Type: application/octet-stream', ''],
])('a name may contain %s', async (_, disposition, name) => {
  const { send } = await serve();
  const body = Buffer.from(`--x\r\n${fileOf('Hello', disposition)}\r\n--x--\r\n`);
  expect(await send(body)).toMatchObject([200, { data: { name } }]);
});

const BROKEN: readonly (readonly [what: string, status: number, path: readonly string[] | undefined, body: Buffer])[] =
  [
    ['part headers without end', 400, [], formOf([`A: ${'x'.repeat(30 * KIB)}`])],
    ['20,000 part headers', 400, [], formOf([`${'A: b\r\n'.repeat(20_000)}${fileOf('x')}`])],
    ['a name of 20,000 quotes', 400, [], formOf([fileOf('x', `; filename="${'\\"'.repeat(20_000)}"`)])],
    ['a header that is none', 400, [], formOf([`nonsense\r\n\r\nx`])],
    [
      'a file in base64',
      415,
      undefined,
      formOf([fileOf('eHg=', '; filename="a"', '\r\nContent-Transfer-Encoding: base64')]),
    ],
    ['two files', 400, ['file'], formOf([fileOf('one'), fileOf('two')])],
    ['two files of two names', 400, ['file'], formOf([fileOf('one'), field('more', 'two', '; filename="b"')])],
    ['a file of another name', 400, ['file'], formOf([field('picture', 'x', '; filename="a"')])],
    ['no file', 400, ['file'], formOf([field('title', 'x')])],
    ['an empty file', 400, ['file'], formOf([fileOf('')])],
    ['a field without a name', 400, [], formOf(['Content-Disposition: form-data\r\n\r\nx', fileOf('x')])],
    ['a field twice', 400, ['title'], formOf([field('title', 'a'), field('title', 'b'), fileOf('x')])],
    ['a field of 65 KiB', 413, undefined, formOf([field('title', 'x'.repeat(65 * KIB)), fileOf('x')])],
    ['five fields of 15 KiB', 413, undefined, formOf([...'abcde'].map((name) => field(name, 'x'.repeat(15 * KIB))))],
    ['21 fields', 413, undefined, formOf([...'abcdefghijklmnopqrstu'].map((name) => field(name, 'x')))],
    ['31 parts of nothing', 413, undefined, formOf(Array.from({ length: 31 }, () => 'A: b\r\n\r\nx'))],
    ['a file that is too large by one byte', 413, ['file'], formOf([fileOf('x'.repeat(64 * KIB + 1))])],
    ['no end', 400, [], formOf([fileOf('Hello')], '')],
    ['an end in the middle of a file', 400, [], formOf([`${fileOf('Hello')}`], '--')],
    ['an end in the middle of a header', 400, [], formOf([], '--x\r\nContent-Disposition: form-da')],
    ['nothing but its end', 400, ['file'], formOf([])],
    ['nothing', 400, [], Buffer.from('x')],
  ];

test.each(BROKEN)('SEC-24 a form with %s is %i, and nothing of it is left', async (_, status, path, body) => {
  const { send, dir } = await serve();
  const [is, { errors }] = await send(body);
  expect([is, errors[0].path]).toEqual([status, path]);
  await expectNothingLeft(dir);
  expect((await send(formOf([fileOf('Hello')])))[0]).toBe(200);
});

test('SEC-24 a part header that used to end the process is accepted literally', async () => {
  const { post } = await serve();
  for (const encoding of ['7bit', '8bit', 'binary', 'BINARY']) {
    const part = fileOf('Hello', '; filename="a"', `\r\nContent-Transfer-Encoding: ${encoding}`);
    expect(await post([part])).toMatchObject([200, { data: { text: 'Hello' } }]);
  }
});

test.each([
  ['no boundary', 'multipart/form-data', 400],
  ['an empty boundary', 'multipart/form-data; boundary=""', 400],
  ['a boundary of 1,000 letters', `multipart/form-data; boundary=${'a'.repeat(1000)}`, 400],
  ['another boundary', 'multipart/form-data; boundary=y', 400],
  ['another multipart', 'multipart/mixed; boundary=x', 415],
])('SEC-24 a form with %s is refused', async (_, type, status) => {
  const { send, dir } = await serve();
  expect((await send(formOf([fileOf('Hello')]), type))[0]).toBe(status);
  await expectNothingLeft(dir);
});

test('a file of exactly the maximum size is accepted', async () => {
  const { post } = await serve();
  expect(await post([fileOf('x'.repeat(64 * KIB))])).toMatchObject([200, { data: { size: 64 * KIB } }]);
});

test('fields of dangerous names are fields like others', async () => {
  const { post } = await serve();
  const [status, { data }] = await post([field('__proto__', 'x'), field('constructor', 'y'), fileOf('x')]);
  expect([status, Object.entries(data.fields)]).toEqual([
    200,
    [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ],
  ]);
});

test('SEC-24 an endless form is cut off at the maximum length, declared or not', async () => {
  const { url, dir } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => undefined);
  const head = ['POST /upload HTTP/1.1', 'Host: x', 'Authorization: Bearer editor', 'Transfer-Encoding: chunked'];
  socket.write(`${[...head, 'Content-Type: multipart/form-data; boundary=x'].join('\r\n')}\r\n\r\n`);
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
  const writing = setInterval(() => socket.write(chunk), 1);
  onTestFinished(() => clearInterval(writing));
  await until(() => answer.includes('\r\n\r\n{'));
  clearInterval(writing);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  await expectNothingLeft(dir);
});

test('SEC-24 nothing is left, on the disk or open, when the sender hangs up', async () => {
  const { url, dir } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = ['POST /upload HTTP/1.1', 'Host: x', 'Authorization: Bearer editor', 'Content-Length: 60000'];
  socket.write(`${[...head, 'Content-Type: multipart/form-data; boundary=x'].join('\r\n')}\r\n\r\n`);
  socket.write(`--x\r\n${fileOf('x'.repeat(30_000))}`);
  await until(() => readdirSync(dir).length === 1);
  socket.destroy();
  await until(() => readdirSync(dir).length === 0);
  await expectNothingLeft(dir);
});
