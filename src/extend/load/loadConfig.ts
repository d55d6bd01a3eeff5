import { realpathSync } from 'node:fs';
import type { RoleRecord } from '../../model/entities/role.ts';
import type { QuireConfig } from '../extension.ts';
import type { LoadedExtension } from '../loaded.ts';
import { configShape } from './configShape.ts';
import { checkAllFiles, isFile, toLoadedExtension } from './extensionFiles.ts';
import { type CodeBorders, findLocationProblem } from './location.ts';
import { toRoleRecord } from './roleShape.ts';
import { runConfig } from './runConfig.ts';
import { describeMistake } from './shape.ts';
import { SiteCodeError } from './siteCodeError.ts';
import { findSourceFiles } from './sourceFiles.ts';

interface LoadOptions {
  /** The absolute path of the configuration. */
  readonly path: string;
  readonly borders: CodeBorders;
  /** The environment, whose secrets must not appear in messages. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes the configuration of what the file exports by default, if it is not one. */
  toConfig?(exported: unknown): unknown;
}

interface LoadedConfig {
  readonly extensions: readonly LoadedExtension[];
  readonly roles: readonly RoleRecord[];
  readonly images: QuireConfig['images'];
  /** The files that it was read from, without packages. */
  readonly files: readonly string[];
}

/**
 * Reads the configuration with the site's own code, once.
 *
 * @throws SiteCodeError that lists everything that is wrong with it
 */
export async function loadConfig({
  path,
  borders,
  env,
  toConfig = (config) => config,
}: LoadOptions): Promise<LoadedConfig> {
  if (!isFile(path)) throw new SiteCodeError([`There is no file ${path}`]);
  if (!/\.[cm]?[jt]s$/.test(path)) throw new SiteCodeError([`${path} must end in .ts, .js or .mjs`]);
  // Before anything runs: code in a wrong place must not.
  const files = findSourceFiles(path);
  refuse(files.flatMap((one) => findLocationProblem(one, borders) ?? []));
  const file = realpathSync(path);
  const config = toConfig(await runConfig(file, env));
  refuse((config === undefined ? MISSING : configShape(config)).map(describeMistake));
  // It has the shape.
  const { extensions = [], roles = [], images } = config as QuireConfig;
  refuse(checkAllFiles(extensions, file, borders).map(describeMistake));
  return {
    extensions: extensions.map((one) => toLoadedExtension(one, file)),
    roles: roles.map(toRoleRecord),
    images,
    files,
  };
}

const MISSING = [{ path: [], message: 'is missing: write export default defineConfig({ … })' }];

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new SiteCodeError(problems);
}
