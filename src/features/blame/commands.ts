import { defineCommands } from '../../extend/command.ts';

export const blameCommands = defineCommands({
  blame: {
    summary: 'Tell who brought each value of a file, and when',
    load: async () => (await import('./command.ts')).blameCommand,
  },
});
