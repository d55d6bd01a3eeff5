import { defineCommands } from '../../extend/command.ts';

export const compareCommands = defineCommands({
  compare: {
    summary: 'Compare two versions of the site, value by value',
    load: async () => (await import('./command.ts')).compareCommand,
  },
});
