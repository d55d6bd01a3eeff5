import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { readServerConfig } from '../../src/config.ts';
import { loadSiteCode } from '../../src/extend/load/loadSiteCode.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

type SiteOptions = NonNullable<Parameters<typeof makeSite>[1]>;

export const EXAMPLES = ['maps', 'assist', 'checks', 'deploy'] as const;
export type Example = (typeof EXAMPLES)[number];

/** The folder of an example. */
export const exampleFolder = (name: Example): string =>
  fileURLToPath(new URL(`../../examples/extensions/${name}`, import.meta.url));

interface ExampleOptions extends Omit<SiteOptions, 'extensions'> {
  /** More fields of articles, as lines of their type. */
  readonly fields?: readonly string[];
  readonly base?: Readonly<Record<string, string>>;
}

/** A site with installed examples. */
export interface ExampleSite extends Site {
  /** Changes the configuration, and starts again. */
  configure(extensions: string): Promise<void>;
}

/**
 * The small site with examples that are installed as their users would: `npm i` links their folders, and the
 * configuration lists them.
 *
 * @param extensions what the configuration lists, such as `maps, checks()`
 */
export async function makeExampleSite(
  extensions: string,
  { fields = [], base = SMALL_SITE, env = {}, ...options }: ExampleOptions = {},
): Promise<ExampleSite> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'content'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of EXAMPLES)
    if (existsSync(exampleFolder(name)))
      symlinkSync(exampleFolder(name), join(folder, 'node_modules', `quire-${name}`));
  const load = async (list: string) => {
    writeFileSync(join(folder, 'quire.config.ts'), configOf(list));
    const all = { QUIRE_CONFIG: 'quire.config.ts', ...env };
    return (await loadSiteCode(readServerConfig(all, folder), all)).extensions;
  };
  let loaded = await load(extensions);
  const site = await makeSite(
    {
      ...base,
      'content-types/article.yaml': base['content-types/article.yaml']!.replace(
        'regions:',
        `${fields
          .map(
            (one) => `  - ${one}
`,
          )
          .join('')}regions:`,
      ),
    },
    { ...options, env, loadedExtensions: () => loaded },
  );
  return Object.assign(Object.create(site) as Site, {
    async configure(list: string): Promise<void> {
      loaded = await load(list);
      await site.restart();
    },
  });
}

const configOf = (extensions: string): string => `import { defineConfig } from '@quire-cms/quire/extend';
${EXAMPLES.filter((name) => new RegExp(`\\b${name}\\b`).test(extensions))
  .map((name) => `import { ${name} } from 'quire-${name}';\n`)
  .join('')}
export default defineConfig({ extensions: [${extensions}] });
`;
