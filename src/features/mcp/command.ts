import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type Command, misuse } from '../../extend/command.ts';
import { readPackageVersion } from '../../lib/disk/readPackageVersion.ts';
import { createAskServer } from './askServer.ts';
import { createMcp } from './createMcp.ts';

const HELP = `quire mcp [--url <address>]

Gives an agent tools to work with a running server, by the Model Context Protocol on standard input and output: look
things up, write into changes, check them, and make preview links. It runs until its input ends. Nothing an agent writes
is live until it is published, and keys that may only propose cannot publish (docs/agents.md).

  --url <address>  the server's address; http://localhost:3000 by default

QUIRE_API_KEY is the API key for the server.

Exit codes: 0 its input has ended, 2 wrong arguments or no key.
`;

const DEFAULT_URL = 'http://localhost:3000';

/** Returns the server's address, or a message about wrong arguments. */
function readServerUrl(args: readonly string[]): URL | string {
  try {
    const { url } = parseArgs({ args: [...args], options: { url: { type: 'string', default: DEFAULT_URL } } }).values;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      return `--url must be an http or https address, but is ${url}`;
    if (/[?#]/.test(url)) return `--url must end before any "?" or "#", but is ${url}`;
    return new URL(url);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(args: readonly string[]): Promise<number> {
  const url = readServerUrl(args);
  if (typeof url === 'string') return misuse(url, HELP);
  const key = process.env['QUIRE_API_KEY'];
  if (!key) return misuse('QUIRE_API_KEY is not set: make a key in /admin under "Keys"', HELP);
  const server = createMcp(createAskServer({ url: url.href, key }), readPackageVersion());
  const transport = new StdioServerTransport();
  const ended = new Promise((resolve) => {
    process.stdin.on('end', resolve).on('close', resolve);
  });
  await server.connect(transport);
  await ended;
  await server.close();
  return 0;
}

export const mcpCommand: Command = { help: HELP, run };
