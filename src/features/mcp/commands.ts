import { defineCommands } from '../../extend/command.ts';

export const mcpCommands = defineCommands({
  mcp: {
    summary: 'Give an agent tools to work with a server',
    load: async () => (await import('./command.ts')).mcpCommand,
  },
});
