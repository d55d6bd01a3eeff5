import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { packageFile } from '../../lib/disk/packageFile.ts';
import type { LockedPackage } from './siteLock.ts';

/** How the sites that this Quire makes get it. */
export interface SitePackage {
  /** What `package.json` asks npm for. */
  readonly source: string;
  /** How the lock file names what that gives. */
  readonly locked: LockedPackage;
  /** The package itself, where npm has it from no registry: a file of the site, so that every clone can install it. */
  readonly tarball: { readonly path: string; readonly bytes: Buffer } | null;
}

const FOLDER = 'vendor';
const run = promisify(execFile);

/**
 * The Quire that runs, for a site of its own.
 *
 * @throws Error in words for the user, where it must be packed and cannot be
 */
export async function sitePackage(quire: string = packageFile('.')): Promise<SitePackage> {
  const published = findPublished(quire);
  const { version } = readPackage(quire);
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

const readPackage = (quire: string): Package => JSON.parse(readFileSync(join(quire, 'package.json'), 'utf8'));

/** What a lock file says of a package, beside where it is from. */
function lockedOf(quire: string, origin: Pick<LockedPackage, 'resolved' | 'integrity'>): LockedPackage {
  const { version, license = '', dependencies = {}, bin = {}, engines = {} } = readPackage(quire);
  return { version, ...origin, license, dependencies, bin, engines };
}

/** What npm has noted of a package that it has installed from a registry; undefined for any other. */
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

/** npm may be told not to note the addresses of registries; it notes all others. */
const isOfRegistry = (resolved: string | undefined): boolean =>
  resolved === undefined || /^https?:\/\/[^?#]+\/-\/[^/?#]+\.tgz$/.test(resolved);

interface Packed {
  readonly name: string;
  readonly bytes: Buffer;
}

async function packQuire(quire: string): Promise<Packed> {
  if (!existsSync(join(quire, 'dist/main.js'))) throw new Error(`Quire is not built: npm run build in ${quire}`);
  const folder = mkdtempSync(join(tmpdir(), 'quire-pack-'));
  try {
    await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder, '--cache', join(folder, 'cache')], quire);
    const name = readdirSync(folder).find((one) => one.endsWith('.tgz'));
    if (name === undefined) throw new Error('npm pack has written nothing');
    return { name, bytes: readFileSync(join(folder, name)) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** On Windows npm is a script, which only a shell runs; of all that it is given only folders could hold a blank. */
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
