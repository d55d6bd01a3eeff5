import { resolve } from 'node:path';
import type { ServerConfig } from '../../config.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isFile } from '../load/extensionFiles.ts';
import { loadConfig } from '../load/loadConfig.ts';
import { findCodeBorders } from '../load/location.ts';
import { runConfig } from '../load/runConfig.ts';
import { SiteCodeError } from '../load/siteCodeError.ts';
import type { LoadedExtension } from '../loaded.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Loads the extensions of a file that exports one by default, or a configuration of several, with everything that a
 * start would refuse.
 *
 * @throws SiteCodeError that lists everything that is wrong with it
 */
export async function loadTested(
  path: string,
  { contentDir }: Pick<ServerConfig, 'contentDir'>,
  env: Env,
): Promise<readonly LoadedExtension[]> {
  const borders = findCodeBorders({ contentDir, isSynced: false, mayComeFromRepository: false });
  const { extensions } = await loadConfig({ path: resolve(path), borders, env, toConfig });
  return extensions;
}

const toConfig = (exported: unknown): unknown =>
  isPlainObject(exported) && 'name' in exported ? { extensions: [exported] } : exported;

/** The result of a test: null if it passed, otherwise why not. */
export type TestResult = readonly [name: string, failure: string | null];

/** Runs the tests in the file beside: it exports functions by default, by what each says. None if there is no such file. */
export async function runTestsBeside(path: string, env: Env): Promise<readonly TestResult[]> {
  const file = resolve(path).replace(/\.([cm]?[jt]s)$/, '.test.$1');
  if (!isFile(file)) return [];
  const tests = await runConfig(file, env);
  if (!isPlainObject(tests)) throw new SiteCodeError([`${file} must export functions by default, by what they say`]);
  return Promise.all(Object.entries(tests).map(async ([name, test]) => [name, await runTest(test)] as const));
}

async function runTest(test: unknown): Promise<string | null> {
  if (typeof test !== 'function') return 'is not a function';
  try {
    await test();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'has thrown what is not an Error';
  }
}
