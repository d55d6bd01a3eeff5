import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageFile } from '../../lib/disk/packageFile.ts';
import { siteLock } from './siteLock.ts';
import type { SitePackage } from './sitePackage.ts';

/** The values that replace `{{key}}` in the files of a new site. */
export interface SiteValues {
  readonly name: string;
  /** Quoted so that both YAML and JSON can read it, like those below. */
  readonly quotedName: string;
  readonly quotedPackageName: string;
  /** The version or address of Quire in `package.json`. */
  readonly quotedPackageSource: string;
  /** The branch whose content is published. */
  readonly quotedBranch: string;
  readonly now: string;
}

const HOOKS = '.githooks/';

/** Writes the files of a new site into an existing folder: the templates, the lock file and Quire's own package. */
export function writeSite(folder: string, values: SiteValues, { tarball, locked }: SitePackage): void {
  writeTemplates(folder, values);
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { flag: 'wx' });
  };
  if (tarball) write(tarball.path, tarball.bytes);
  const site = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  write('package-lock.json', siteLock({ site, quire: locked }));
}

function writeTemplates(folder: string, values: SiteValues): void {
  const site = packageFile('templates/site');
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const path = pathInSite(relative(site, source));
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, fill(readFileSync(source, 'utf8'), values), { flag: 'wx' });
    if (path.startsWith(HOOKS)) chmodSync(target, 0o755);
  }
}

/** Templates are named `dot-` because npm leaves dot files out of packages. */
const pathInSite = (path: string): string => path.replaceAll('\\', '/').replace(/(^|\/)dot-/g, '$1.');

const fill = (text: string, values: SiteValues): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key: keyof SiteValues) => values[key]);
