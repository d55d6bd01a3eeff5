import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { packageFile } from '../../lib/disk/packageFile.ts';
import type { LockedPackage } from './siteLock.ts';

/** How a new site gets the Quire that made it. */
export interface SitePackage {
  /** The version or address in the site's `package.json`. */
  readonly source: string;
  /** Its entry in the lock file. */
  readonly locked: LockedPackage;
  /** The package itself if it did not come from a registry: a file of the site, so that every clone can install it. */
  readonly tarball: { readonly path: string; readonly bytes: Buffer } | null;
}

const FOLDER = 'vendor';
const run = promisify(execFile);

/**
 * Prepares the running Quire to be installed in a site.
 *
 * @throws Error in words for the user if it has to be packed and cannot be
 */
export async function sitePackage(quire: string = packageFile('.')): Promise<SitePackage> {
  const published = findPublished(quire);
  const { version } = readPackageJson(quire);
  if (published) return { source: version, locked: lockedOf(quire, published), tarball: null };
  const { name, bytes } = await packQuire(quire);
  const path = `${FOLDER}/${name}`;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const source = `file:${path}`;
  return { source, locked: lockedOf(quire, { resolved: source, integrity }), tarball: { path, bytes } };
}

interface Package extends LockedPackage {
  readonly name: string;
}

const readPackageJson = (quire: string): Package => JSON.parse(readFileSync(join(quire, 'package.json'), 'utf8'));

/** The lock file's entry for a package, with where it comes from. */
function lockedOf(quire: string, origin: Pick<LockedPackage, 'resolved' | 'integrity'>): LockedPackage {
  const { version, license = '', dependencies = {}, bin = {}, engines = {} } = readPackageJson(quire);
  return { version, ...origin, license, dependencies, bin, engines };
}

/** npm's record of a package that it installed from a registry; undefined for any other package. */
export function findPublished(quire: string): Pick<LockedPackage, 'integrity'> | undefined {
  const folders = quire.split(sep);
  const at = folders.lastIndexOf('node_modules');
  const note = [...folders.slice(0, at + 1), '.package-lock.json'].join(sep);
  if (at === -1 || !existsSync(note)) return undefined;
  const { packages = {} } = JSON.parse(readFileSync(note, 'utf8')) as { packages?: Record<string, LockedPackage> };
  const noted = packages[folders.slice(at).join('/').replace(/\/$/, '')];
  if (!noted?.integrity || noted.link || !isOfRegistry(noted.resolved)) return undefined;
  return { integrity: noted.integrity };
}

/** npm can be told to leave out registry addresses; it records all others. */
const isOfRegistry = (resolved: string | undefined): boolean =>
  resolved === undefined || /^https?:\/\/[^?#]+\/-\/[^/?#]+\.tgz$/.test(resolved);

interface PackageArchive {
  readonly name: string;
  readonly bytes: Buffer;
}

async function packQuire(quire: string): Promise<PackageArchive> {
  if (!existsSync(join(quire, 'dist/main.js'))) throw new Error(`Quire is not built: run npm run build in ${quire}`);
  const folder = mkdtempSync(join(tmpdir(), 'quire-pack-'));
  try {
    await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder, '--cache', join(folder, 'cache')], quire);
    const name = readdirSync(folder).find((one) => one.endsWith('.tgz'));
    if (name === undefined) throw new Error('npm pack wrote no file');
    return { name, bytes: readFileSync(join(folder, name)) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs npm. On Windows it is a script that needs a shell, so arguments are quoted: folders may contain spaces. */
async function runNpm(args: readonly string[], cwd: string): Promise<void> {
  const isWindows = process.platform === 'win32';
  const given = isWindows ? args.map((arg) => `"${arg}"`) : args;
  try {
    await run('npm', given, { cwd, shell: isWindows });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT'))
      throw new Error('quire init needs npm, which comes with Node.js', { cause: error });
    const { stderr = '' } = error as { readonly stderr?: string };
    throw new Error(`Quire cannot be packed: ${stderr.trim().slice(0, 2000) || String(error)}`, { cause: error });
  }
}
