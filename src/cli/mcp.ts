import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createAskServer } from '../mcp/askServer.ts';
import { createMcp } from '../mcp/createMcp.ts';
import { type Command, misuse } from './run/command.ts';
import { readVersion } from './run/readVersion.ts';

const HELP = `quire mcp [--url <address>]

Offers a running server's interface as tools to an agent, by the Model Context Protocol on standard input and output:
look things up, write into changes, check them, make links to look at them. It runs until its input ends. Nothing that
an agent writes is live; publishing a change is refused to keys that may only propose (docs/agents.md).

  --url <address>  where the server is, http://localhost:3000 unless told

QUIRE_API_KEY is the key that it asks with.

Exit codes: 0 its input has ended, 2 wrong arguments or no key.
`;

const DEFAULT_URL = 'http://localhost:3000';

/** The address that is asked, or what is wrong with the arguments. */
function readUrl(args: readonly string[]): URL | string {
  try {
    const { url } = parseArgs({ args: [...args], options: { url: { type: 'string', default: DEFAULT_URL } } }).values;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return `--url is no address: ${url}`;
    return new URL(url);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(args: readonly string[]): Promise<number> {
  const url = readUrl(args);
  if (typeof url === 'string') return misuse(url, HELP);
  const key = process.env['QUIRE_API_KEY'];
  if (!key) return misuse('QUIRE_API_KEY is missing: make a key in /admin under "Keys"', HELP);
  const server = createMcp(createAskServer({ url: url.href, key }), readVersion());
  const transport = new StdioServerTransport();
  const ended = new Promise((resolve) => {
    process.stdin.on('end', resolve).on('close', resolve);
  });
  await server.connect(transport);
  await ended;
  await server.close();
  return 0;
}

export const mcp: Command = { help: HELP, run };
