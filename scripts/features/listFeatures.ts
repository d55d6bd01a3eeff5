import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERSON_LANGUAGES } from '../../src/model/personLanguage.ts';

const HEAD = '// Written by `npm run features` from `list.ts`. Not to be edited.\n';
const FOLDER = 'src/features';

/** One of the lists: which file of a feature declares something for it, and the text that joins what is declared. */
interface FeatureList {
  readonly file: string;
  /** The name of what is declared is the first group. */
  readonly declares: RegExp;
  /** Whether it is only loaded on demand. */
  readonly isLoaded?: boolean;
  write(found: readonly Declared[]): string;
}

/** What a feature declares. */
interface Declared {
  readonly feature: string;
  readonly name: string;
}

const row = (names: readonly string[]): string => names.map((name) => `  ${name},\n`).join('');

const writeWords = (found: readonly Declared[]): string =>
  `/** The words of features, each with those of its own and of its kinds of records. */
export const FEATURE_WORDS = [\n${row(found.map(({ feature }) => feature))}] as const;\n`;

/** The name under which a list imports something: words are called alike in all features. */
const localName = ({ feature, name }: Declared): string => (name === 'words' ? `words as ${feature}` : name);

const loadWords = (feature: string, language: string): string =>
  `async () => (await import('../../${feature}/ui/screen.${language}.ts')).words`;

/** By the path of the list. */
const LISTS: Readonly<Record<string, FeatureList>> = {
  'lists/entities.ts': {
    file: 'entity.ts',
    declares: /export const (\w+) = defineEntity\b/g,
    write: (found) => `/** The kinds of records that features declare. */
export const FEATURE_ENTITIES = {\n${row(found.map(({ name }) => name))}};\n`,
  },
  'lists/notices.ts': {
    file: 'notices.ts',
    declares: /export const (\w+) = define(?:Notices|Events)\b/g,
    write(found) {
      const rows = (kind: string): string =>
        row(found.filter(({ name }) => name.endsWith(kind)).map(({ name }) => `...${name}`));
      return `/** Why features tell people something. */
export const FEATURE_NOTICES = {\n${rows('Notices')}};

/** The events of features that no commit records. */
export const FEATURE_EVENTS = {\n${rows('Events')}};\n`;
    },
  },
  'lists/server.ts': {
    file: 'feature.ts',
    declares: /export const (\w+) = defineFeature\b/g,
    write: (found) => `/** What features bring to the server. */
export const FEATURES: readonly Feature[] = [\n${row(found.map(({ name }) => name))}];\n`,
  },
  'lists/commands.ts': {
    file: 'commands.ts',
    declares: /export const (\w+) = defineCommands\b/g,
    write: (found) => `/** The commands of features, each loaded when it runs. */
export const FEATURE_COMMANDS = {\n${row(found.map(({ name }) => `...${name}`))}};\n`,
  },
  'lists/importers.ts': {
    file: 'importer.ts',
    declares: /export const (\w+) = defineImporter\b/g,
    write: (found) => `/** The imports from other systems. */
export const IMPORTERS: readonly Importer[] = [\n${row(found.map(({ name }) => name))}];\n`,
  },
  'lists/ui/browser.ts': {
    file: 'ui/feature.ts',
    declares: /export const (\w+) = defineUiFeature\b/g,
    write: (found) => `/** What features bring to the browser. */
export const UI_FEATURES: readonly UiFeature[] = [\n${row(found.map(({ name }) => name))}];

/** The routes of their screens. */
export const FEATURE_ROUTES = [\n${row(found.map(({ name }) => `...${name}.routes`))}] as const;\n`,
  },
  'lists/ui/late.ts': {
    file: 'ui/screen.en.ts',
    declares: /export const (words)\b/g,
    write: (found) => `/** The same words, by their sections. */
export type LateFeatureSections = ${['object', ...found.map(({ feature }) => `typeof ${feature}`)].join(' & ')};\n`,
  },
  ...Object.fromEntries(
    PERSON_LANGUAGES.flatMap((language): readonly (readonly [string, FeatureList])[] => [
      [
        `lists/ui/${language}.ts`,
        { file: `ui/${language}.ts`, declares: /export const (words)\b/g, write: writeWords },
      ],
      [
        `lists/ui/late.${language}.ts`,
        {
          file: `ui/screen.${language}.ts`,
          declares: /export const (words)\b/g,
          isLoaded: true,
          write: (found) => `/** The words that come with the screens of features, each loaded when one is opened. */
export const LATE_FEATURE_WORDS = {\n${row(found.map(({ feature }) => `${feature}: ${loadWords(feature, language)}`))}};\n`,
        },
      ],
    ]),
  ),
};

/** What a list imports besides what features declare. */
const TYPES: Readonly<Record<string, string>> = {
  'lists/importers.ts': "import type { Importer } from '../../convert/importer.ts';\n",
  'lists/server.ts': "import type { Feature } from '../../extend/feature.ts';\n",
  'lists/ui/browser.ts': "import type { UiFeature } from '../../../ui/feature.ts';\n",
};

/** The text of each list, by its path. @param root the folder that holds `src` */
export const listFeatures = (features: readonly string[], root: string): readonly (readonly [string, string])[] =>
  Object.entries(LISTS).map(([path, list]) => [`${FOLDER}/${path}`, writeList(path, list, features, root)]);

function writeList(
  path: string,
  { file, declares, isLoaded, write }: FeatureList,
  features: readonly string[],
  root: string,
) {
  const found = features.flatMap((feature): readonly Declared[] => {
    const place = join(root, FOLDER, feature, file);
    const code = existsSync(place) ? readFileSync(place, 'utf8') : '';
    return [...code.matchAll(declares)].map(([, name = '']) => ({ feature, name }));
  });
  const up = '../'.repeat(path.split('/').length - 1);
  const imports = [...new Set(found.map(({ feature }) => feature))].map((feature) => {
    const names = found.filter((one) => one.feature === feature).map(localName);
    // Words that come late are loaded on demand.
    const kind = path === 'lists/ui/late.ts' ? 'import type' : 'import';
    return `${kind} { ${names.join(', ')} } from '${up}${feature}/${file}';\n`;
  });
  const types = TYPES[path] ?? '';
  if (isLoaded) return `${HEAD}${write(found)}`;
  return `${HEAD}${types}${imports.join('')}${types || imports.length > 0 ? '\n' : ''}${write(found)}`;
}
