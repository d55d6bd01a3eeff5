import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';

interface Locked {
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Names = Readonly<Record<string, string>>;
type Lock = Readonly<Record<string, Locked>>;

/**
 * Writes which packages Quire needs where it runs, and what the project's lock file says of them and of what they need in
 * turn: packages hold no lock file. What Quire is only built with, the interface and all it consists of among it, is two
 * thirds of what is installed here, and of no use to a site.
 */
export function bundleDependencies(): void {
  const { packages } = readJson('package-lock.json') as { packages: Lock };
  const { dependencies: all } = readJson('package.json') as { dependencies: Names };
  const program = readProgram();
  const named = Object.entries(all).filter(([name]) => isNamed(program, name));
  const asked = Object.fromEntries(named);
  const needed = closureOf(packages, asked, ['dependencies', 'optionalDependencies', 'peerDependencies']);
  // npm notes of the others what they are: there by choice, or for whom they are a peer of.
  const firm = closureOf(packages, asked, ['dependencies', 'peerDependencies']);
  const direct = closureOf(packages, asked, ['dependencies', 'optionalDependencies']);
  const entries = [...needed].sort().map((path) => {
    // Whatever registry they were installed from here; and what they are here need not be what they are there.
    const { resolved: _, optional: _1, peer: _2, ...rest } = packages[path]!;
    const flagged = firm.has(path) ? rest : withFlag(rest, 'optional');
    return [path, direct.has(path) ? flagged : withFlag(flagged, 'peer')] as const;
  });
  const needs = { dependencies: asked, packages: Object.fromEntries(entries) };
  writeFileSync(join(ROOT, 'dist/dependencies.json'), `${JSON.stringify(needs)}\n`);
}

/** With a flag where npm writes it, so that npm has nothing to change: by the alphabet, before all that is an object. */
function withFlag(locked: Locked, flag: 'optional' | 'peer'): Locked {
  const entries = Object.entries(locked);
  const isBehind = ([name, value]: readonly [string, unknown]): boolean =>
    (name > flag && name !== 'version') || (typeof value === 'object' && !Array.isArray(value));
  const at = entries.findIndex(isBehind);
  return Object.fromEntries(entries.toSpliced(at === -1 ? entries.length : at, 0, [flag, true]));
}

type Edge = 'dependencies' | 'optionalDependencies' | 'peerDependencies';

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The source of all that runs outside of browsers. */
function readProgram(): string {
  const names = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const ours = names.filter((name) => name.endsWith('.ts') && !/^(?:ui|client)[\\/]/.test(name));
  return ours.map((name) => readFileSync(join(ROOT, 'src', name), 'utf8')).join('\n');
}

/** Whether a program names a package, also one that it only loads when it is asked for, or of a scope of which it takes any. */
function isNamed(program: string, name: string): boolean {
  const [scope] = name.split('/');
  return [`'${name}'`, `'${name}/`, `\`${scope}/\${`].some((text) => program.includes(text));
}

/** Where the lock file has packages, and all that these need, as npm finds them: beside them or further out. */
function closureOf(packages: Lock, asked: Names, edges: readonly Edge[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = Object.keys(asked).map((name) => ({ name, from: '' }));
  for (const { name, from } of waiting) {
    const path = resolve(packages, name, from);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    waiting.push(...namesOf(packages[path]!, edges).map((next) => ({ name: next, from: path })));
  }
  return found;
}

/** What is a peer by choice is nobody's need. */
function namesOf(locked: Locked, edges: readonly Edge[]): readonly string[] {
  const isByChoice = (name: string): boolean => locked.peerDependenciesMeta?.[name]?.optional ?? false;
  return edges.flatMap((edge) =>
    Object.keys(locked[edge] ?? {}).filter((name) => edge !== 'peerDependencies' || !isByChoice(name)),
  );
}

function resolve(packages: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
    if (folder === '') return undefined;
  }
}
