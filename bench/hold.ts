import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { commitSite, generateSite } from '../scripts/generate.ts';
import { startProcess } from '../test/crash/serverProcess.ts';
import { logIn } from '../test/crash/siteProcess.ts';
import { addReferringPages, referringRequests } from './holdReferring.ts';
import type { Sent } from './holdRequest.ts';
import { requestsOf } from './holdRequests.ts';
import { burdenSite } from './holdSite.ts';
import { median, type Result } from './measure.ts';

const ROUNDS = 3;
const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'a long enough password' };
/** The longest that a request of each kind may hold the event loop (docs/security.md, 36). */
const LIMITS = { public: 50, editor: 200 };

/** A site and the requests to it. */
interface Held {
  readonly name: string;
  make(content: string): void;
  requestsOf(site: Site): Promise<readonly Sent[]> | readonly Sent[];
}

/** HOLD picks requests by words of their names: `HOLD=vocabulary,menu`. */
const chosen = (process.env['HOLD'] ?? '').split(',');
const isChosen = ({ what }: Sent): boolean => chosen.some((word) => what.includes(word));

/**
 * The longest that each kind of request holds the event loop: every endpoint with its most expensive request, as the first
 * request after a start, and again when nothing is cached except what stays from one version of the content to the next;
 * and changes of records that every page mentions.
 */
export async function benchHold(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const burdened: Held = {
    name: 'burdened',
    make(content) {
      cpSync(contentDir, content, { recursive: true });
      burdenSite(content);
    },
    requestsOf,
  };
  const referring: Held = {
    name: 'referring',
    make(content) {
      generateSite({ pages: 1, out: content });
      addReferringPages(content, pages);
    },
    requestsOf: referringRequests,
  };
  const results: Result[] = [];
  for (const held of [burdened, referring]) {
    const content = `${contentDir}-${held.name}`;
    held.make(content);
    commitSite(content);
    results.push(...(await holdAll(held, { content, privateDir: `${privateDir}-${held.name}`, pages })));
  }
  return results.toSorted((a, b) => b.value / b.reference!.value - a.value / a.reference!.value);
}

interface Folders {
  readonly content: string;
  readonly privateDir: string;
  readonly pages: number;
}

async function holdAll(held: Held, { content, privateDir, pages }: Folders): Promise<readonly Result[]> {
  const socket = `${privateDir}.sock`;
  const env = {
    ...{ ...ADMIN, CONTENT_DIR: content, PRIVATE_DIR: privateDir, NODE_ENV: 'production' },
    ...{ QUIRE_BENCH_HOLD: socket, NODE_OPTIONS: '--import=./dist-bench/holdMonitor.js' },
  };
  const open = async (): Promise<Site> => {
    const server = await startProcess(env);
    while ((await fetch(`${server.url}/api/ready`)).status !== 200) await setTimeout(50);
    const token = await logIn(server.url, ADMIN);
    return { url: server.url, token, watch: await openWatch(socket), stop: async () => void (await server.stop()) };
  };
  const results: Result[] = [];
  const add = (request: Sent, what: string, value: number): void => {
    const reference = { what: 'at most', value: LIMITS[request.by] };
    results.push({ what: `${request.by}: ${request.what}, ${what} (${pages} pages)`, value, unit: 'ms', reference });
  };
  let site = await open();
  const requests = (await held.requestsOf(site)).filter(isChosen);
  for (const request of requests) {
    const taken: number[] = [];
    for (let round = 0; round < (request.isOnce ? 1 : ROUNDS); round += 1) {
      await touch(site, round);
      taken.push(await hold(site, request));
    }
    add(request, request.isOnce ? 'once' : 'after a write', median(taken));
  }
  for (const request of requests.filter(({ isFirst }) => isFirst)) {
    await site.stop();
    site = await open();
    add(request, 'first', await hold(site, request));
  }
  await site.stop();
  return results;
}

export interface Site {
  readonly url: string;
  readonly token: string;
  readonly watch: Watch;
  stop(): Promise<void>;
}

/** Makes another version of the content and waits until the server is idle. */
async function touch({ url, token }: Site, round: number): Promise<void> {
  const body = JSON.stringify({ tagline: `Touched ${round} at ${Date.now()}` });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await (await fetch(`${url}/api/admin/config`, { method: 'PUT', headers, body })).arrayBuffer();
  await setTimeout(60);
}

/** Measures the longest turn of the event loop while a request is answered. */
async function hold({ url, token, watch }: Site, { by, path, method = 'GET', body, accepts = [200] }: Sent) {
  const authorization = by === 'editor' && { authorization: `Bearer ${token}` };
  const json = body !== undefined && { 'content-type': 'application/json' };
  const init = { method, headers: { ...authorization, ...json }, ...(body !== undefined && { body }) };
  await watch('begin');
  const { response, bytes } = await ask(url + path, init).catch((cause: unknown) => {
    throw new Error(`${method} ${path}: no answer`, { cause });
  });
  const longest = Number(await watch('end'));
  if (!accepts.includes(response.status))
    throw new Error(`${method} ${path}: ${response.status} ${Buffer.from(bytes).toString().slice(0, 500)}`);
  return longest;
}

async function ask(url: string, init: RequestInit): Promise<{ response: Response; bytes: ArrayBuffer }> {
  const response = await fetch(url, init);
  return { response, bytes: await response.arrayBuffer() };
}

type Watch = (what: 'begin' | 'end') => Promise<string>;

async function openWatch(path: string): Promise<Watch> {
  const socket: Socket = connect(path);
  await once(socket, 'connect');
  return async (what) => {
    socket.write(what);
    const [answer] = await once(socket, 'data');
    return String(answer);
  };
}
