import { setTimeout as wait } from 'node:timers/promises';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createWebhook, makeWebhookSecret } from '../src/features/webhooks/actions.ts';
import { createLog } from '../src/http/log/log.ts';
import { SYSTEM } from '../src/model/access.ts';
import { removeRecord } from '../src/write/records.ts';
import { type BareServer, startBare } from './bareServer.ts';
import { median, type Result } from './measure.ts';
import { writeMany } from './write.ts';

const AT_ONCE = 32;
const WRITES = 960;
const TURNS = 3;
/** Webhooks that get a message for each write, and one that only needs to know what each write has changed. */
const CASES = [
  { name: '0 webhooks', count: 0, events: ['page.updated'] },
  { name: 'a webhook that hears nothing', count: 1, events: ['media.deleted'] },
  { name: '1 webhook', count: 1, events: ['page.updated'] },
  { name: '5 webhooks', count: 5, events: ['page.updated'] },
] as const;
type Case = (typeof CASES)[number];

interface Run {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** Durable writes with webhooks to a local receiver, in turns with the same writes without webhooks. */
export async function benchEvents(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const cms = await createCms({ config: readServerConfig(env, contentDir), log: createLog('error'), version: 'bench' });
  cms.settle();
  const receiver = await startBare();
  await receiver.answerWith({ status: 200, headers: {}, base64: '' });
  await writeMany(cms, 8, 64);
  const runs = new Map<Case, Run[]>(CASES.map((one) => [one, []]));
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [one, list] of runs) list.push(await runWith(cms, receiver, one));
  receiver.stop();
  await cms.close();
  const medianOf = (one: Case, key: keyof Run): number => median(runs.get(one)!.map((run) => run[key]));
  const [none] = CASES;
  return CASES.flatMap((one): Result[] => [
    {
      what: `commits, ${AT_ONCE} at once, ${one.name} (${pages} pages)`,
      value: medianOf(one, 'perSecond'),
      unit: '/s',
      reference: { what: 'without webhooks', value: medianOf(none, 'perSecond') },
    },
    {
      what: `CPU a commit, ${one.name}`,
      value: medianOf(one, 'cpuMs'),
      unit: 'ms',
      reference: { what: 'without webhooks', value: medianOf(none, 'cpuMs') },
    },
  ]);
}

/** Measures the rate of the writes, and the CPU time until the last message has arrived. */
async function runWith(cms: Cms, receiver: BareServer, { count, events }: Case): Promise<Run> {
  const body = { url: `${receiver.url}/hook`, events };
  const messages = events[0] === 'page.updated' ? WRITES * count : 0;
  const made = [];
  for (let index = 0; index < count; index += 1)
    made.push(await cms.writer.write(createWebhook(body, makeWebhookSecret(), { allowsPrivate: true }), SYSTEM));
  const [before, sentBefore] = [process.cpuUsage(), await receiver.answered()];
  const { perSecond } = await writeMany(cms, AT_ONCE, WRITES);
  while ((await receiver.answered()) - sentBefore < messages) await wait(5);
  const { user, system } = process.cpuUsage(before);
  for (const { entries } of made) await cms.writer.write(removeRecord('webhook', { id: entries[0]!.id }), SYSTEM);
  return { perSecond, cpuMs: (user + system) / 1000 / WRITES };
}
