import { realpathSync } from 'node:fs';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { MigrationDefinition } from '../migration.ts';
import { isFile } from './extensionFiles.ts';
import { type CodeBorders, findLocationProblem } from './location.ts';
import { runConfig } from './runConfig.ts';
import { SiteCodeError } from './siteCodeError.ts';
import { findSourceFiles } from './sourceFiles.ts';

interface LoadOptions {
  /** The absolute path of the file. */
  readonly path: string;
  readonly borders: CodeBorders;
  /** The environment, whose secrets must not appear in messages. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Loads a migration by code, from where the site's own code may come from.
 *
 * @throws SiteCodeError that says what is wrong with it
 */
export async function loadMigration({ path, borders, env }: LoadOptions): Promise<MigrationDefinition> {
  if (!isFile(path)) throw new SiteCodeError([`There is no file ${path}`]);
  // Before anything runs: code in a wrong place must not.
  const problems = findSourceFiles(path).flatMap((one) => findLocationProblem(one, borders) ?? []);
  if (problems.length > 0) throw new SiteCodeError(problems);
  const exported = await runConfig(realpathSync(path), env);
  if (!isPlainObject(exported) || typeof exported['migrate'] !== 'function' || !isTexts(exported['types']))
    throw new SiteCodeError([`${path}: write export default migration({ types: […], migrate: (page) => … })`]);
  if (exported['locales'] !== undefined && !isTexts(exported['locales']))
    throw new SiteCodeError([`${path}: locales must be a list of languages`]);
  // It has the shape.
  return exported as unknown as MigrationDefinition;
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
