import { defineCommands } from '../../extend/command.ts';

export const translationFilesCommands = defineCommands({
  translate: {
    summary: 'Write texts for translators as XLIFF or JSON, and bring their translations in',
    load: async () => (await import('./command.ts')).translateCommand,
  },
});
