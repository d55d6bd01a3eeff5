import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { build } from 'esbuild';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { ROLES } from '../src/model/access.ts';
import { KINDS } from '../src/model/entities/index.ts';
import { EVENTS } from '../src/model/events.ts';
import { ROOT } from './bundle.ts';

const choice = (name: string, values: readonly string[]): string =>
  `export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')};\n`;

/**
 * What the interface takes of the model, where the declarations of that file would bring with them every type of every
 * record or every reason of a refusal.
 */
const DECLARATIONS: Readonly<Record<string, string>> = {
  'model/access.ts': choice('Role', ROLES),
  'model/entry.ts': choice('Severity', ['error', 'warning']),
  'model/events.ts': choice('EventName', EVENTS),
  'model/records.ts': choice('Kind', KINDS),
  'model/errors.ts': `
/** What is wrong with a part of a request; the path names it, outermost key first. */
export interface RefusalDetail {
  readonly path: readonly string[];
  readonly message: string;
}
/** Throw it where something is not as it must be: 400 with all details. */
export declare const invalid: (details: readonly RefusalDetail[]) => Error;
/** Throw it where something does not exist: 404 with "<what> not found". */
export declare const notFound: (what: string) => Error;
/** Throw it where something is in the way: 409. */
export declare const conflict: (wording: { readonly message: string }, path?: readonly string[]) => Error;
/** Throw it where something outside does not answer: 503. The cause is logged, and not shown. */
export declare const unavailable: (message: string, retryAfterSeconds: number, cause?: unknown) => Error;
/** Throw it where the caller may not: 403. */
export declare const forbidden: (wording: { readonly message: string }) => Error;
`,
};

/** Builds what a site's own code imports (`@quire-cms/quire/extend`) into `dist/extend/`, with its types. */
export async function bundleExtend(folder = join(ROOT, 'dist/extend')): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/extend/index.ts'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'index.d.ts'), "export * from './types/extend/index.js';\n");
  for (const [path, text] of declareFrom('extend/index.ts')) {
    const target = join(folder, 'types', path.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replace(/(from\s*["']\.[^"']+)\.ts(["'])/g, '$1.js$2'));
  }
}

/** The declarations of a file of `src` and of all that it takes types from, by their paths in `src`. */
export function declareFrom(entry: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  const paths = new Set([entry]);
  for (const path of paths) {
    const text = DECLARATIONS[path] ?? declareFile(path);
    declared.set(path, text);
    for (const [, target = ''] of text.matchAll(/from\s*["'](\.[^"']+)["']/g))
      paths.add(posix.join(posix.dirname(path), target));
  }
  return declared;
}

function declareFile(path: string): string {
  const file = join(ROOT, 'src', path);
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`src/${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
