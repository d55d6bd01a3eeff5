import type { Cms } from '../cms.ts';
import type { Command } from './run/command.ts';
import { misuse, refuse } from './run/command.ts';
import { withCms } from './run/withCms.ts';

const HELP = `quire sync

Fetches from the git host that GIT_REMOTE names, merges what has come in, and pushes, once: for scripts. A running server
does so by itself. CONTENT_DIR and PRIVATE_DIR say where.

Exit codes: 0 all is as the host has it, also where values clash: they are listed; 1 something stands in the way,
2 wrong arguments.
`;

const whileServed = (url: string): string =>
  `A server is running on this content, and keeps it together with the host. Tell it to do so now, with the key of an admin:

  curl -X POST ${url}/api/admin/sync -H "X-API-Key: $KEY"`;

async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misuse(`quire sync takes no arguments, but got ${args.join(' ')}`, HELP);
  return withCms({ whileServed, run: syncOnce });
}

async function syncOnce({ host }: Cms): Promise<number> {
  if (!host) return refuse('There is no git host: GIT_REMOTE names none');
  const { remote, branch, state, ahead, behind, error, clashes } = await host.sync();
  if (error !== null) return refuse(error);
  const counts = ahead + behind > 0 ? `, ${ahead} ahead, ${behind} behind` : '';
  process.stdout.write(`${branch} and ${remote}: ${state}${counts}\n`);
  for (const { kind, key, path, clashId } of clashes)
    process.stdout.write(`  clash ${clashId}: ${kind} ${key}${path.length > 0 ? `, ${path.join('.')}` : ''}\n`);
  return ahead + behind > 0 ? 1 : 0;
}

export const sync: Command = { help: HELP, run };
