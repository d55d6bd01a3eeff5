import { setTimeout } from 'node:timers/promises';
import type { Cms } from '../../cms/cms.ts';
import type { AskedCall, AskInterface } from '../../extend/command.ts';
import { SYSTEM } from '../../model/access.ts';
import { withCms } from './withCms.ts';

/** Opens the site in the folder for a task that asks its endpoints: see `CommandTools.withInterface`. */
export const askInterface = (endpoint: string, task: (ask: AskInterface) => Promise<number>): Promise<number> =>
  withCms({
    whileServed: (url) =>
      `A server is running on this folder. Ask it instead, or stop it first:\n\n  ${endpoint.replace(' ', ` ${url}`)}`,
    async run(cms) {
      await waitForHistory(cms.history);
      return task((asked) => answerCall(cms, asked));
    },
  });

async function answerCall({ endpoints }: Cms, { call, params = {}, query = {}, body }: AskedCall) {
  const [method, path] = call.split(' ');
  const endpoint = endpoints.find((one) => one.method === method && one.path === `/api/admin${path}`);
  if (!endpoint) throw new Error(`There is no endpoint ${call}`);
  // Its handler needs no more of a request than this.
  const asked = { params, query, body, sent: body, actor: SYSTEM } as unknown as Parameters<typeof endpoint.handle>[0];
  // Endpoints of data answer so.
  return (await endpoint.handle(asked)) as unknown as Awaited<ReturnType<AskInterface>>;
}

const LOOK_AGAIN_MS = 20;

/** A cold start reads the history after the records. */
async function waitForHistory(history: Pick<Cms['history'], 'isReady'>): Promise<void> {
  while (!history.isReady) await setTimeout(LOOK_AGAIN_MS);
}
