import { defineImporter } from '../../convert/importer.ts';

export const contentfulImporter = defineImporter({
  name: 'contentful',
  usage: '<export.json> [--files <folder>]',
  takes: ['files'],
  async read({ sources: [file = ''], files }, target) {
    const { readContentful } = await import('./readContentful.ts');
    return { ...(await readContentful({ file, files }, target)), system: 'Contentful' };
  },
});
