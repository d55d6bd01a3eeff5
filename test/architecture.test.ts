import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PACKAGES_OF_START } from '../scripts/bundle.ts';
import { FEATURE_NAMES } from '../src/features/list.ts';
import { FEATURES } from '../src/features/lists/server.ts';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

interface Source {
  /** Relative to `src`, with `/`. */
  readonly path: string;
  /** The text without comments. */
  readonly code: string;
  readonly lines: number;
  /** Files of `src` that it imports. */
  readonly imports: readonly string[];
}

/** Files that a script writes. */
const GENERATED = ['ui/wire/interface.ts'];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

function readSource(path: string): Source {
  const text = readFileSync(join(SRC, path), 'utf8');
  const code = text.replace(COMMENT, '');
  const imports = [...code.matchAll(IMPORT)].map(([, target = '']) => posix.join(dirname(path), target));
  return { path, code, lines: text.trimEnd().split('\n').length, imports };
}

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !GENERATED.includes(path))
  .sort()
  .map(readSource);

/** What a file may import besides files of its own folder. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  // Every kind of record is in one list, with those of features: see below.
  model: ['lib', 'features/entities'],
  // What a feature says about its kinds of records.
  'features/entities': ['lib', 'model'],
  // Why a feature tells people something, and its words.
  'features/notices': ['lib', 'model'],
  fields: ['lib', 'model'],
  store: ['lib', 'model', 'fields'],
  git: ['lib', 'model'],
  site: ['lib', 'model', 'fields', 'store', 'git', 'view'],
  write: ['lib', 'model', 'fields', 'store', 'git', 'site'],
  check: ['lib', 'model', 'fields', 'store', 'git', 'site', 'write'],
  view: ['lib', 'model', 'fields', 'store', 'inbox'],
  auth: ['lib', 'model', 'fields', 'store', 'git', 'site', 'write', 'view'],
  media: ['lib', 'model', 'fields', 'store', 'git', 'site', 'write', 'view'],
  job: ['lib', 'model', 'fields', 'store', 'git', 'site', 'write', 'view', 'auth', 'media'],
  mail: ['lib', 'model', 'store', 'auth', 'job', 'site'],
  host: ['lib', 'model', 'fields', 'store', 'git', 'site', 'write', 'view'],
  proposal: ['lib', 'model', 'fields', 'store', 'git', 'site', 'write', 'check', 'view', 'auth', 'media', 'job'],
  work: ['lib', 'model', 'fields', 'store'],
  inbox: ['lib', 'model', 'store', 'features/notices'],
  'variableTypes.ts': ['lib', 'model'],
  'variables.ts': ['variableTypes.ts'],
  'nestedFolders.ts': ['lib', 'model'],
  'secretFiles.ts': ['variables.ts'],
  'config.ts': ['lib', 'model', 'nestedFolders.ts', 'secretFiles.ts', 'variables.ts', 'variableTypes.ts'],
};
const BELOW_HTTP = Object.keys(MAY_IMPORT);
const BELOW_EXTEND = [...BELOW_HTTP, 'http'];
const BELOW_CMS = [...BELOW_EXTEND, 'extend', 'features'];
const BELOW_CLI = [...BELOW_CMS, 'cms', 'convert'];
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  ...MAY_IMPORT,
  // The parts of the model that need nothing of Node: see below.
  client: ['lib', 'model'],
  // What pages in frames import knows nothing but its messages.
  frame: [],
  convert: ['lib', 'model', 'fields', 'store', 'media'],
  // What code of a site reads has the types that front ends have of it.
  extend: [...BELOW_EXTEND, 'client'],
  features: [...BELOW_EXTEND, 'extend', 'convert'],
  http: BELOW_HTTP,
  cms: BELOW_CMS,
  cli: BELOW_CLI,
  'main.ts': [...BELOW_CLI, 'cli'],
  // The browser knows only the wire, what front ends import, and helpers that know nothing of Quire.
  ui: ['client', 'frame', 'lib', 'model', 'features/notices'],
};

/** What a field kind is in the browser: its input, its form, and the lists of these. */
const FIELD_IN_BROWSER =
  /^fields\/(?:\w+\/(?:input\.tsx|form\.ts|\w+\.module\.css)|(?:inputs|inputsThatOpen|forms|facts)\.ts)$/;

/** What a feature is in the browser, and the lists of these. */
const FEATURE_IN_BROWSER = /^features\/\w+\/ui\//;
/** What a feature says about its kinds of records, and the list of these. */
const FEATURE_ENTITIES = /^features\/(?:\w+\/entity|lists\/entities)\.ts$/;

/** Why a feature tells people something, and the list of these. */
const FEATURE_NOTICES = /^features\/(?:\w+|lists)\/notices\.ts$/;

/** The top folder of a file, or the file itself if it is in none. */
function layerOf(path: string): string {
  if (FIELD_IN_BROWSER.test(path) || FEATURE_IN_BROWSER.test(path)) return 'ui';
  if (FEATURE_NOTICES.test(path)) return 'features/notices';
  return FEATURE_ENTITIES.test(path) ? 'features/entities' : path.split('/')[0]!;
}

const breachesOf = (test: (source: Source) => boolean): readonly string[] =>
  sources.filter(test).map(({ path }) => path);

it('finds the sources and their imports', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.find(({ path }) => path === 'site/folder/indexer.ts')?.imports).toContain(
    'store/file/inspectSightings.ts',
  );
  const known = new Set(sources.map(({ path }) => path));
  const isCode = (path: string): boolean => !GENERATED.includes(path) && !/\.(css|svg)$/.test(path);
  expect(sources.flatMap(({ imports }) => imports).filter((path) => isCode(path) && !known.has(path))).toEqual([]);
});

it('imports downward only', () => {
  const upward = sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => layerOf(target) !== layerOf(path) && !LAYERS[layerOf(path)]?.includes(layerOf(target)))
      .map((target) => `${path} imports ${target}`),
  );
  expect(upward).toEqual([]);
});

/** The parts of the model that run in browsers, too: the rules of rich text, its HTML, how lists are filtered and sorted, conditions, kinds of types, the sizes of pictures, the rules of roles, the words of notices, and how passages are followed. */
const IN_BROWSERS =
  /^model\/(notice\.ts$|media\/media(Type|Variant)\.ts$|passage\/|merge\/(list\/wordBag|text\/splitIntoWords)\.ts$|fields\/values\.ts$|richText\/(html\/|(href|node|plainText|rules)\.ts$)|(fields\/condition|page\/(conditions|keyOrder|typeKind)|rights\/(compileRule|matchPath)|text\/timestamp)\.ts$)/;

it('brings only types of the model into the browser, and what is made to run there', () => {
  const brought = sources
    .filter(({ path }) => ['ui', 'client'].includes(layerOf(path)) || IN_BROWSERS.test(path))
    .flatMap(({ path, code }) =>
      valueImports(path, code)
        .filter((target) => ['model', 'fields'].includes(layerOf(target)) && !IN_BROWSERS.test(target))
        .map((target) => `${path} imports ${target}`),
    );
  expect(brought).toEqual([]);
});

it('has every folder in a layer', () => {
  expect([...new Set(sources.map(({ path }) => layerOf(path)))].filter((layer) => !LAYERS[layer])).toEqual([]);
});

/** The rooms of `git/`: each imports only from those before it; the files that join them are in the folder itself. */
const GIT_ROOMS = ['format', 'disk', 'objects', 'read', 'publish', 'history', 'remote'];

it('imports downward only between the rooms of git', () => {
  const roomOf = (path: string): string => /^git\/(\w+)\//.exec(path)?.[1] ?? 'git';
  const heightOf = (path: string): number => [...GIT_ROOMS, 'git'].indexOf(roomOf(path));
  const inGit = sources.filter(({ path }) => path.startsWith('git/'));
  expect(inGit.filter(({ path }) => heightOf(path) < 0)).toEqual([]);
  const upward = inGit.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.startsWith('git/') && heightOf(target) > heightOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  expect(upward).toEqual([]);
});

it('keeps the admin and the content interface apart', () => {
  const areaOf = (path: string): string | undefined => /^http\/(admin|content)\//.exec(path)?.[1];
  const crossing = sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => areaOf(path) && areaOf(target) && areaOf(path) !== areaOf(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(crossing).toEqual([]);
});

it('lets features see each other only by the front doors of those they need', () => {
  const featureOf = (path: string): string | undefined => /^features\/(\w+)\//.exec(path)?.[1];
  const isFrontDoor = (path: string): boolean => /^features\/\w+\/(?:feature|entity|ui\/feature)\.ts$/.test(path);
  const needs = new Map(FEATURES.map((one) => [one.name, one.needs ?? []]));
  expect([...needs.keys()]).toEqual(FEATURE_NAMES.filter((name) => needs.has(name)));
  const breaches = sources.flatMap(({ path, imports }) =>
    imports.flatMap((target) => {
      const [own, other] = [featureOf(path), featureOf(target)];
      if (other === undefined || other === own || own === 'lists' || target === 'features/lists/notices.ts') return [];
      // The kernel reads the lists alone.
      if (own === undefined) return other === 'lists' ? [] : [`${path} imports ${target}`];
      const isAllowed = other !== 'lists' && isFrontDoor(target) && needs.get(own)?.includes(other);
      return isAllowed ? [] : [`${path} imports ${target}, which ${own} does not need`];
    }),
  );
  expect(breaches).toEqual([]);
});

it('lets agents know only the wire', () => {
  const own = sources.filter(({ path }) => path.startsWith('features/mcp/'));
  const others = own.flatMap(({ imports }) => imports).filter((target) => !target.startsWith('features/mcp/'));
  expect([...new Set(others)].sort()).toEqual(['extend/command.ts', 'lib/disk/readPackageVersion.ts']);
});

it('has no circular imports, not even for a type', () => {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of importsOf.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  expect(circles).toEqual([]);
});

const importsByPath = new Map(sources.map(({ path, imports }) => [path, imports]));

/** The longest chain of imports that begins with a file. */
const chainFrom = (() => {
  const known = new Map<string, readonly string[]>();
  const find = (path: string): readonly string[] => {
    const before = known.get(path);
    if (before) return before;
    const chains = (importsByPath.get(path) ?? []).map(find);
    const longest = chains.reduce((most, one) => (one.length > most.length ? one : most), []);
    known.set(path, [path, ...longest]);
    return known.get(path)!;
  };
  return find;
})();

/** A file, and all that its imports lead to. */
function reachedFrom(first: string): ReadonlySet<string> {
  const reached = new Set([first]);
  for (const path of reached) for (const target of importsByPath.get(path) ?? []) reached.add(target);
  return reached;
}

// Who names what it uses by an interface need not import how that is made. Lists may be asked by any value (`view/ask`).
it.each([
  ['a public read', 'http/content/pages.ts', { most: 188, longest: 21 }],
  ['a write of a page', 'http/admin/page/pages.ts', { most: 249, longest: 24 }],
  ['the whole', 'main.ts', { most: sources.length, longest: 46 }],
])('leads from %s to few files, in short chains', (_, path, { most, longest }) => {
  expect(reachedFrom(path).size).toBeLessThanOrEqual(most);
  const chain = chainFrom(path);
  expect(chain.length <= longest ? [] : chain).toEqual([]);
});

it('shows content without the code that merges or decodes it', () => {
  const needless = [...reachedFrom('http/content/pages.ts')].filter((path) =>
    /^(model\/merge|store\/(merge|codec))\//.test(path),
  );
  expect(needless).toEqual([]);
});

/** The imports that remain at runtime, without types. */
function valueImports(path: string, code: string): readonly string[] {
  const withoutTypes = code.replace(/\b(?:import|export)\s+type\s[^;]*;/g, '');
  return [...withoutTypes.matchAll(IMPORT)].map(([, target = '']) => posix.join(dirname(path), target));
}

/** What is loaded with a file: other files of Quire, and packages by name. */
function loadedWith(first: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const codeOf = new Map(sources.map(({ path, code }) => [path, code]));
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    for (const target of importedAtOnce(codeOf.get(path) ?? '')) {
      if (target.startsWith('.')) visit(posix.join(dirname(path), target));
      else if (!target.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(target)![0]);
    }
  };
  visit(first);
  return { files, packages };
}

it('loads at the start of a server only the packages that every start needs', () => {
  const { files, packages } = loadedWith('cli/run/serveContent.ts');
  expect(files).toContain('cms/cms.ts');
  expect([...packages].sort()).toEqual(PACKAGES_OF_START);
});

it('starts to look at the files before it loads the code that reads them', () => {
  const { files, packages } = loadedWith('cli/serve.ts');
  expect(files).toContain('store/file/walkAhead.ts');
  expect(files.size).toBeLessThan(20);
  expect([...packages]).toEqual([]);
});

/** What a file imports before it runs: neither types nor modules loaded on demand. */
function importedAtOnce(code: string): readonly string[] {
  const withoutTypes = code.replace(/\b(?:import|export)\s+type\s[^;]*;/g, '');
  return [...withoutTypes.matchAll(/(?<!')\bfrom\s*'([^']+)'/g)].map(([, target = '']) => target);
}

const DECIDES: ReadonlySet<string> = new Set(['model', 'features/entities', 'fields', 'view']);

it('decides and shows without waiting', () => {
  expect(breachesOf(({ path, code }) => DECIDES.has(layerOf(path)) && /\b(async|await|Promise)\b/.test(code))).toEqual(
    [],
  );
});

it('keeps input and output out of the model, the views and the plans', () => {
  const doesIo = /from 'node:(fs|fs\/promises|net|http|https|child_process|worker_threads)'/;
  expect(breachesOf(({ path, code }) => DECIDES.has(layerOf(path)) && doesIo.test(code))).toEqual([]);
});

it('reads the environment only where it starts', () => {
  const readers = breachesOf(({ code }) => code.includes('process.env'));
  // The git program always gets a copy of the environment, and fontconfig finds its file through it.
  expect(readers.filter((path) => !/^(cli\/|config\.ts$|features\/\w+\/command\.ts$)/.test(path))).toEqual([
    'git/read/native.ts',
    'media/picture/pictures.ts',
  ]);
});

it('ends the process only in main.ts', () => {
  expect(breachesOf(({ code }) => /process\.(exit\b|exitCode)/.test(code))).toEqual(['main.ts']);
});

it('is typed everywhere', () => {
  expect(breachesOf(({ code }) => /(:|\bas\b|<)\s*any\b(?!\()|,\s*any\s*>/.test(code))).toEqual([]);
  const silenced = sources.filter(({ path }) =>
    /@ts-(ignore|nocheck|expect-error)/.test(readFileSync(join(SRC, path), 'utf8')),
  );
  expect(silenced).toEqual([]);
});

it('writes to the log, not to the console', () => {
  expect(breachesOf(({ code }) => /\bconsole\./.test(code))).toEqual([]);
});

it('has files that can be read at one sitting', () => {
  expect(sources.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
});

it('exports under the name of the file', () => {
  const unnamed = sources.filter(({ path, code }) => path.startsWith('lib/') && !exportsItsName(path, code));
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

const exportsItsName = (path: string, code: string): boolean =>
  new RegExp(`export (async )?(function\\*?|const|class) ${posix.basename(path, '.ts')}\\b`).test(code);

/** A declaration at the top of a file. */
interface Declaration {
  readonly name: string;
  readonly path: string;
}

/** The first group is the name. GraphQL's schema is text that declares types, too. */
const declarationsOf = (pattern: RegExp): readonly Declaration[] =>
  sources
    .filter(({ path }) => path !== 'http/graphql/schema.ts')
    .flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([, name = '']) => ({ name, path })));

/** Those whose name is declared in another file, too. */
function repeatedIn(declarations: readonly Declaration[]): readonly Declaration[] {
  const paths = new Map<string, Set<string>>();
  for (const { name, path } of declarations) paths.set(name, (paths.get(name) ?? new Set()).add(path));
  return declarations.filter(({ name }) => paths.get(name)!.size > 1);
}

/** What a function or component is given is named by it only where both are read together. */
const TYPES =
  /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)(?<!Options|Parts|Props|Deps|Result|Request|Args)\b/gm;
const FUNCTIONS =
  /^(?:export )?(?:(?:async )?function\*? |const (?=\w+(?::[^=]*(?:=>[^=]*)?)? = (?:async )?(?:<[^>]*>)?(?:\([^)]*\)(?::[^=]*)?|\w+) =>))(\w+)/gm;
const EXPORTS = /^export (?:abstract |async )?(?:interface|type|class|const|let|function\*?) (\w+)/gm;

/** What each command, and each set of messages, is called alike by. */
const isEntryPoint = ({ name, path }: Declaration): boolean =>
  path.startsWith('ui/i18n/') ||
  /^features\/\w+\/ui\/(?:(?:screen|late)\.)?(?:en|de|es|fr)\.ts$/.test(path) ||
  (path.startsWith('cli/') && name === 'run');

/** What front ends and frames import has the names of their world, and stands alone. */
const isOfClient = ({ path }: Declaration): boolean => /^(client|frame)\//.test(path);

it('declares an exported name once', () => {
  const exported = declarationsOf(EXPORTS).filter((one) => !isEntryPoint(one) && !isOfClient(one));
  expect(exported.length).toBeGreaterThan(3000);
  expect(repeatedIn(exported).map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
});

it.each([
  ['types', TYPES, 0.04],
  ['functions', FUNCTIONS, 0.04],
] as const)('gives few %s a name that is declared in another file', (_, pattern, most) => {
  const all = declarationsOf(pattern);
  const repeated = repeatedIn(all).filter((one) => !isEntryPoint(one));
  expect(all.length).toBeGreaterThan(1500);
  expect(repeated.length / all.length).toBeLessThan(most);
});

it('names types by what they are, not by what was done to them', () => {
  const participle =
    /^(?!Field$)[A-Z][a-z]*(?:ed|wn|ept|eld|aid|iven|aken|oken|tten|osen|ound|uilt|ade|ent(?<!ment|Client|Event|Parent|Agent|Content))$/;
  const named = declarationsOf(TYPES).filter((one) => participle.test(one.name) && !isOfClient(one));
  expect(named.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
});
