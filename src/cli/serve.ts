import { readServerConfig } from '../config.ts';
import { type Command, misuse } from '../extend/command.ts';
import { loadSiteCode } from '../extend/load/loadSiteCode.ts';
import { walkAhead } from '../store/file/walkAhead.ts';

const HELP = `quire serve

Serves the content folder: the public interface at /api/content, the admin interface at /api/admin, and the editor's
interface, for the browser, at /admin.

All settings are environment variables; docs/variables.md lists them. By default it serves ./content at
http://localhost:3000. Stop it with SIGTERM or SIGINT (Ctrl+C): it finishes the requests in progress and exits with 0.
`;

async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misuse(`quire serve takes no arguments, but got ${args.join(' ')}`, HELP);
  const config = readServerConfig(process.env, process.cwd());
  const { walk } = walkAhead(config.contentDir);
  // Loads while another thread walks through the content folder.
  const { serveContent } = await import('./run/serveContent.ts');
  return serveContent(config, walk, await loadSiteCode(config, process.env));
}

export const serveCommand: Command = { help: HELP, readsConfig: true, run };
