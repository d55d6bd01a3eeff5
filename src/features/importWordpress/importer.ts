import { defineImporter } from '../../convert/importer.ts';

export const wordpressImporter = defineImporter({
  name: 'wordpress',
  usage: '<export.xml> [--files <folder>] [--locale <tag>]',
  takes: ['files', 'locale'],
  async read({ sources: [file = ''], files, locale }, target) {
    const { readWordpress } = await import('./readWordpress.ts');
    return { ...(await readWordpress({ file, files, locale }, target)), system: 'WordPress' };
  },
});
