import { defineCommands } from '../../extend/command.ts';

export const staticSiteCommands = defineCommands({
  export: {
    summary: 'Write the public content as a static site',
    load: async () => (await import('./command.ts')).exportCommand,
  },
});
