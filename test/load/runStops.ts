import { execFileSync } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import { requireSound } from '../crash/siteProcess.ts';
import type { LoadSite } from './loadSite.ts';

export interface StopsReport {
  readonly stops: number;
  readonly acknowledged: number;
  /** Requests refused while the server was stopping, with 503 or a closed port. */
  readonly refused: number;
  readonly slowestStopMs: number;
}

const CLIENTS = 24;
const LOAD_MS = [300, 500, 800, 1_100] as const;

type Outcome = ({ readonly status: number } | { readonly error: string }) & {
  /** When the whole request was handed to the system. */
  readonly sentAt: number;
};

export interface StopsOptions {
  readonly stops: number;
  /** Requests sent at least this long before the signal must have reached the server. */
  readonly settledMs: number;
}

/** Stops the server under load again and again. Throws if it does not end well or loses a write. */
export async function runStops(site: LoadSite, { stops, settledMs }: StopsOptions): Promise<StopsReport> {
  let [present, acknowledged, refused, slowestStopMs] = [site, 0, 0, 0];
  try {
    for (let stop = 0; stop < stops; stop += 1) {
      const round = await stopOnce(present, stop, settledMs);
      acknowledged += round.acknowledged;
      refused += round.refused;
      slowestStopMs = Math.max(slowestStopMs, round.stopMs);
      present = await present.next();
    }
  } finally {
    await present.server.stop();
  }
  requireSound(site.contentDir);
  return { stops, acknowledged, refused, slowestStopMs: Math.round(slowestStopMs) };
}

interface Round {
  readonly acknowledged: number;
  readonly refused: number;
  readonly stopMs: number;
}

async function stopOnce(site: LoadSite, stop: number, settledMs: number): Promise<Round> {
  const calls = createCalls(site, settledMs);
  const names = Array.from({ length: CLIENTS }, (_, client) => (client % 2 === 0 ? `Stop ${stop} of ${client}` : null));
  const clients = Promise.all(names.map(calls.go));
  await Promise.race([clients, new Promise((resolve) => setTimeout(resolve, LOAD_MS[stop % LOAD_MS.length]))]);
  calls.state.signalledAt = performance.now();
  const code = await site.server.stop();
  const stopMs = performance.now() - calls.state.signalledAt;
  await clients;
  if (code !== 0) throw new Error(`The server ended with ${code}`);
  requireKept(site.contentDir, calls.notes);
  return { acknowledged: calls.notes.length, refused: calls.state.refused, stopMs };
}

/** Clients run until the server has ended: those with a name write, the others read. */
function createCalls(site: LoadSite, settledMs: number) {
  const state = { signalledAt: Number.POSITIVE_INFINITY, refused: 0 };
  const notes: string[] = [];

  /** A write may be refused because the server is stopping, but a request sent before the signal must be answered. */
  function refuse(outcome: Outcome): void {
    const isTold = 'status' in outcome && outcome.status === 503;
    if (!isTold && outcome.sentAt + settledMs < state.signalledAt)
      throw new Error(`A request that was under way is answered with ${JSON.stringify(outcome)}`);
    state.refused += 1;
  }

  async function go(name: string | null): Promise<void> {
    for (let sent = 0; ; sent += 1) {
      const note = name && `${name}, ${sent}`;
      const outcome = await ask(site, note);
      if (!('status' in outcome) || outcome.status !== 200) refuse(outcome);
      else if (note !== null) notes.push(note);
      if ('error' in outcome) return;
    }
  }
  return { state, notes, go };
}

/** Checks that the note of every acknowledged write is in a commit. */
function requireKept(contentDir: string, notes: readonly string[]): void {
  const bodies = execFileSync('git', ['log', '--format=%b'], {
    cwd: contentDir,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const kept = new Set(bodies.split('\n'));
  const lost = notes.filter((note) => !kept.has(note));
  if (lost.length > 0) throw new Error(`Acknowledged, but in no commit: ${lost.join('; ')}`);
}

/** One request over its own connection: a write with this note, or a read; only a complete answer counts. */
function ask({ server, token }: LoadSite, note: string | null): Promise<Outcome> {
  return new Promise((resolve) => {
    const path = note === null ? '/api/content/pages?limit=50' : '/api/admin/pages/1';
    const body = note === null ? '' : JSON.stringify({ revisionNote: note });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const call = httpRequest(`${server.url}${path}`, { method: note === null ? 'GET' : 'PUT', agent: false, headers });
    let sentAt = Number.POSITIVE_INFINITY;
    const fail = (error: Error): void => resolve({ error: error.message, sentAt });
    call.on('finish', () => {
      sentAt = performance.now();
    });
    call.on('error', fail);
    call.on('response', (response) => {
      response.resume().on('error', fail);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, sentAt }));
    });
    call.end(body);
  });
}
