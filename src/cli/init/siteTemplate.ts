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
  /** The site's own code, from the folder of the site; empty if it has none. */
  readonly quotedConfig: string;
  /** What names that code to a command; empty if there is none. */
  readonly configOption: string;
  /** Its row in the table of files; empty if there is none. */
  readonly configRow: string;
}

const CONFIG = 'quire.config.ts';
/** What only sites with code of their own have. */
const OF_CONFIG: readonly string[] = [CONFIG, 'tsconfig.json'];

/** The values for a site with or without code of its own. */
export const configValues = (hasConfig: boolean): Pick<SiteValues, 'quotedConfig' | 'configOption' | 'configRow'> =>
  hasConfig
    ? {
        quotedConfig: JSON.stringify(CONFIG),
        configOption: ` --config ${CONFIG}`,
        configRow: `| \`${CONFIG}\` | the site's own code: rules, kinds of fields, panels and more. It runs in the server, so only those whom you trust with the server may change it |\n`,
      }
    : { quotedConfig: '""', configOption: '', configRow: '' };

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
    if (values.configOption === '' && OF_CONFIG.includes(path)) continue;
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
