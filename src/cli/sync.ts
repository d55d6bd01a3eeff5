import type { Cms } from '../cms/cms.ts';
import type { Command } from '../extend/command.ts';
import { misuse, printRefusal } from '../extend/command.ts';
import { withCms } from './run/withCms.ts';

const HELP = `quire sync

Fetches from the git host that GIT_REMOTE names, merges and pushes, once. It is meant for scripts: a running server does
this by itself. CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 this site and the host have the same commits (clashing values are listed), 1 they do not, 2 wrong
arguments.
`;

const requestSyncHint = (url: string): string =>
  `A server is running on this content and syncs it with the host. To sync now, with the API key of an admin:

  curl -X POST ${url}/api/admin/sync -H "X-API-Key: $KEY"`;

async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misuse(`quire sync takes no arguments, but got ${args.join(' ')}`, HELP);
  return withCms({ whileServed: requestSyncHint, run: syncOnce });
}

async function syncOnce({ host }: Cms): Promise<number> {
  if (!host) return printRefusal('There is no git host: set GIT_REMOTE to its address or to the name of a remote');
  const { remote, branch, state, ahead, behind, error, clashes } = await host.sync();
  if (error !== null) return printRefusal(error);
  const counts = ahead + behind > 0 ? `, ${ahead} ahead, ${behind} behind` : '';
  process.stdout.write(`${branch} and ${remote}: ${state}${counts}\n`);
  for (const { kind, key, path, clashId } of clashes)
    process.stdout.write(`  clash ${clashId}: ${kind} ${key}${path.length > 0 ? `, ${path.join('.')}` : ''}\n`);
  return ahead + behind > 0 ? 1 : 0;
}

export const syncCommand: Command = { help: HELP, readsConfig: true, run };
