import { defineCommands } from '../../extend/command.ts';

export const undoCommands = defineCommands({
  undo: {
    summary: 'Take back edits by who made them and when, in a change',
    load: async () => (await import('./command.ts')).undoCommand,
  },
});
