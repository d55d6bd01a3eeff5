import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { percentile } from '../../bench/measure.ts';
import { inBatches, openConnection } from './connection.ts';
import { callAs, type LoadSite } from './loadSite.ts';
import { residentMib } from './memory.ts';

const PATH = '/api/content/pages?limit=5';

export interface ConnectionsReport {
  readonly connections: number;
  /** Answers that were not 200, in two rounds over all of them. */
  readonly failed: number;
  readonly mibBefore: number;
  readonly mibAfter: number;
}

/** Keeps many connections open at once and asks twice over each. */
export async function runConnections({ server }: LoadSite, connections: number): Promise<ConnectionsReport> {
  const mibBefore = Math.round(residentMib(server.pid));
  const open = await inBatches(connections, () => openConnection(server.url));
  const ask = (index: number): Promise<number | null> => open[index]!.get(PATH);
  const statuses = [...(await inBatches(connections, ask)), ...(await inBatches(connections, ask))];
  const mibAfter = Math.round(residentMib(server.pid));
  for (const connection of open) connection.close();
  return { connections, failed: statuses.filter((status) => status !== 200).length, mibBefore, mibAfter };
}

export interface BesideReport {
  readonly quietP99Ms: number;
  readonly busyP99Ms: number;
  readonly ratio: number;
  readonly failed: number;
}

const READS = 2_000;

/** Measures reads without and with `trouble`. */
async function readsBeside(site: LoadSite, trouble: () => Promise<() => Promise<void>>): Promise<BesideReport> {
  await timeReads(site);
  const quiet = await timeReads(site);
  const end = await trouble();
  const busy = await timeReads(site);
  await end();
  const [quietP99Ms, busyP99Ms] = [percentile(quiet.times, 0.99), percentile(busy.times, 0.99)];
  return { quietP99Ms, busyP99Ms, ratio: busyP99Ms / quietP99Ms, failed: quiet.failed + busy.failed };
}

async function timeReads({ server }: LoadSite): Promise<{ times: readonly number[]; failed: number }> {
  const connection = await openConnection(server.url);
  const times: number[] = [];
  let failed = 0;
  for (let read = 0; read < READS; read += 1) {
    const start = performance.now();
    if ((await connection.get(PATH)) !== 200) failed += 1;
    times.push(performance.now() - start);
  }
  connection.close();
  return { times, failed };
}

/** Reads while slow clients send their requests byte by byte. */
export const runSlowClients = (site: LoadSite, clients: number): Promise<BesideReport> =>
  readsBeside(site, async () => {
    const sockets = await inBatches(clients, () => beginSlowly(site.server.url));
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write('x');
    }, 1_000);
    return async () => {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    };
  });

async function beginSlowly(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('POST /api/admin/auth/login HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  return socket;
}

const UPLOADERS = 4;
const FILE_BYTES = 5 * 2 ** 20;

/** Reads during uploads, whose files are deleted again. */
export const runUploads = (site: LoadSite): Promise<BesideReport> =>
  readsBeside(site, async () => {
    let stops = false;
    const upload = async (uploader: number): Promise<void> => {
      for (let round = 0; !stops; round += 1) await uploadOnce(site, `${uploader}-${round}`);
    };
    const uploads = Promise.all(Array.from({ length: UPLOADERS }, (_, uploader) => upload(uploader)));
    return async () => {
      stops = true;
      await uploads;
    };
  });

/** Throws if the file is not accepted, or cannot be deleted. */
export async function uploadOnce(site: LoadSite, name: string, bytes = FILE_BYTES): Promise<void> {
  const form = new FormData();
  form.set('file', new File([`${name}\n`.repeat(Math.ceil(bytes / (name.length + 1)))], `${name}.txt`));
  const response = await fetch(`${site.server.url}/api/admin/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(`An upload is answered with ${response.status}`);
  const { data } = (await response.json()) as { data: { id: number } };
  const gone = await callAs(site)('DELETE', `/admin/media/${data.id}`);
  if (gone.status !== 200) throw new Error(`A deletion is answered with ${gone.status}`);
  await gone.arrayBuffer();
}
