import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageFile } from '../lib/packageFile.ts';

/** What the files of a new site say in place of `{{key}}`. */
export interface SiteValues {
  readonly name: string;
  /** In quotes, as YAML and JSON read it; likewise those below. */
  readonly quotedName: string;
  readonly quotedPackageName: string;
  /** What `package.json` asks npm for. */
  readonly quotedPackageSource: string;
  readonly now: string;
}

const HOOKS = '.githooks/';

/** Writes the files of a new site into a folder that exists. */
export function writeSite(folder: string, values: SiteValues): void {
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

/** npm leaves files out of packages whose names begin with a dot. */
const pathInSite = (path: string): string => path.replaceAll('\\', '/').replace(/(^|\/)dot-/g, '$1.');

const fill = (text: string, values: SiteValues): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key: keyof SiteValues) => values[key]);
