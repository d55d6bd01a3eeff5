import { relative, sep } from 'node:path';
import type { ServerConfig } from '../../config.ts';
import type { RoleRecord } from '../../model/entities/role.ts';
import type { CropRules } from '../../model/media/mediaVariant.ts';
import type { LoadedExtension } from '../loaded.ts';

/** The site's own code, as a start has loaded it. */
export interface LoadedCode {
  readonly extensions: readonly LoadedExtension[];
  /** The crops of pictures that it declares; absent if it declares none. */
  readonly images?: CropRules;
  /** The roles that it declares. */
  readonly configuredRoles: readonly RoleRecord[];
  /** Files and folders of it that the commits of others must not change. */
  readonly closedPaths: readonly string[];
}

type CodeSettings = Pick<ServerConfig, 'siteCode' | 'contentDir' | 'gitHost'>;

/**
 * Loads the code that the settings name; none if they name none. `env` is the environment, whose secrets must not appear
 * in messages.
 *
 * @throws SiteCodeError that lists everything that is wrong with it
 */
export async function loadSiteCode(
  { siteCode, contentDir, gitHost }: CodeSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LoadedCode> {
  if (siteCode === null) return { extensions: [], configuredRoles: [], closedPaths: [] };
  const { path, mayComeFromRepository } = siteCode;
  // A start without code of the site does not load what reads it.
  const [{ loadConfig }, { findCodeBorders }] = await Promise.all([import('./loadConfig.ts'), import('./location.ts')]);
  const borders = findCodeBorders({ contentDir, isSynced: gitHost !== null, mayComeFromRepository });
  const { extensions, images, roles: configuredRoles, files } = await loadConfig({ path, borders, env });
  const folders = extensions.flatMap(({ folder }) => (folder && !isAbove(folder, contentDir) ? [folder] : []));
  const closedPaths = mayComeFromRepository ? [] : [...new Set([...files, ...folders])];
  return { extensions, ...(images && { images }), configuredRoles, closedPaths };
}

const isAbove = (folder: string, path: string): boolean => relative(folder, path).split(sep)[0] !== '..';
