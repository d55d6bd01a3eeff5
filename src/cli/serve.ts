import { readConfig } from '../config.ts';
import { walkAhead } from '../store/file/walkAhead.ts';
import { type Command, misuse } from './run/command.ts';
import { keepTick } from './serve/keepTick.ts';

const HELP = `quire serve

Serves the content folder: the public interface at /api/content, the admin interface at /api/admin, and at /admin the
editor's interface in a browser.
Everything is set by environment variables; docs/variables.md lists them. SIGTERM or SIGINT ends it: what is in
flight is finished, then it exits with 0.
`;

async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misuse(`quire serve takes no arguments, but got ${args.join(' ')}`, HELP);
  await keepTick();
  const config = readConfig(process.env, process.cwd());
  const { walk } = walkAhead(config.contentDir);
  // Loaded meanwhile.
  const { serveContent } = await import('./serve/serveContent.ts');
  return serveContent(config, walk);
}

export const serve: Command = { help: HELP, run };
