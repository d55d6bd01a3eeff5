import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { type AskServer, createAskServer } from '../../../src/features/mcp/askServer.ts';
import { createMcp } from '../../../src/features/mcp/createMcp.ts';
import type { Site } from '../../makeSite.ts';

export interface Agent {
  readonly client: Client;
  /** Calls a tool and returns its result. Throws if it refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  use(name: string, args?: Record<string, unknown>): Promise<any>;
}

/** The protocol's own client, connected to the tools in this process. */
export async function connect(ask: AskServer): Promise<Agent> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'agent', version: '1' });
  await Promise.all([createMcp(ask, '0.0.0').connect(there), client.connect(here)]);
  onTestFinished(() => client.close());
  return withTools(client);
}

export const withTools = (client: Client): Agent => ({
  client,
  use: async (name, args = {}) => {
    const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const text = content[0]?.type === 'text' ? content[0].text : '';
    if (isError) throw new Error(text);
    return JSON.parse(text);
  },
});

/** Makes an API key of a site. */
export async function makeKey(site: Site, permissions: string, more: object = {}): Promise<string> {
  const { status, body } = await site.ask('POST /admin/api-keys', {
    as: 'admin',
    body: { name: 'Agent', permissions, ...more },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.key;
}

export const connectTo = async (site: Site, permissions = 'content:write', more: object = {}): Promise<Agent> =>
  connect(createAskServer({ url: site.url, key: await makeKey(site, permissions, more) }));
