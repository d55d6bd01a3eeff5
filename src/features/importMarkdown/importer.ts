import { resolve } from 'node:path';
import { defineImporter } from '../../convert/importer.ts';

export const markdownImporter = defineImporter({
  name: 'markdown',
  usage: "'<glob>'… [--root <folder>] [--type <slug>] [--locale <tag>]",
  globs: 'content/**/*.md',
  takes: ['root', 'type', 'locale'],
  async read({ root = '.', sources, type, locale }, target) {
    const { readMarkdownSite } = await import('./readMarkdownSite.ts');
    const found = await readMarkdownSite({ root: resolve(root), globs: sources, type, locale }, target);
    return { ...found, system: found.layout.name };
  },
});
