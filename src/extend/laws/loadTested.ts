import { resolve } from 'node:path';
import type { ServerConfig } from '../../config.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { QuireConfig } from '../extension.ts';
import { configShape } from '../load/configShape.ts';
import { checkAllFiles, isFile, toLoadedExtension } from '../load/extensionFiles.ts';
import { findCodeBorders, findLocationProblem } from '../load/location.ts';
import { runConfig } from '../load/runConfig.ts';
import { describeMistake } from '../load/shape.ts';
import { SiteCodeError } from '../load/siteCodeError.ts';
import { findSourceFiles } from '../load/sourceFiles.ts';
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
  const file = resolve(path);
  if (!isFile(file)) throw new SiteCodeError([`There is no file ${file}`]);
  const borders = findCodeBorders({ contentDir, isSynced: false, mayComeFromRepository: false });
  refuseAll(findSourceFiles(file).flatMap((one) => findLocationProblem(one, borders) ?? []));
  const exported = await runConfig(file, env);
  const config = isPlainObject(exported) && 'name' in exported ? { extensions: [exported] } : exported;
  refuseAll(configShape(config).map(describeMistake));
  // It has the shape.
  const { extensions = [] } = config as QuireConfig;
  refuseAll(checkAllFiles(extensions, file, borders).map(describeMistake));
  return extensions.map((one) => toLoadedExtension(one, file));
}

function refuseAll(problems: readonly string[]): void {
  if (problems.length > 0) throw new SiteCodeError(problems);
}

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
