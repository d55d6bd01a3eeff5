import { readFileSync } from 'node:fs';
import { packageFile } from '../../lib/disk/packageFile.ts';
import { readPackageName } from '../../lib/disk/readPackageVersion.ts';

/** A package in npm's lock files: the keys that Quire writes or reads. */
export interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

interface LockedSite {
  /** The site's `package.json`. */
  readonly site: object & { readonly name: string };
  readonly quire: LockedPackage;
}

/**
 * The lock file of a site that depends on Quire alone, with the versions that Quire is built and tested with. It names
 * no registry, so npm asks the one that each machine is set up with.
 */
export function siteLock({ site, quire }: LockedSite): string {
  const known: Readonly<Record<string, LockedPackage>> = JSON.parse(
    readFileSync(packageFile('dist/dependencies.json'), 'utf8'),
  );
  const packages = Object.entries({ ...known, [`node_modules/${readPackageName()}`]: quire }).sort(comparePackageNames);
  const { name } = site;
  const lock = {
    name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': createRootEntry(site), ...Object.fromEntries(packages) },
  };
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** The lock file's entry for the site itself. */
function createRootEntry({ name, ...site }: LockedSite['site']): object {
  const { dependencies, engines } = site as Partial<LockedPackage>;
  return { name, dependencies, engines };
}

/** Orders packages as npm does. */
const comparePackageNames = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.localeCompare(b, 'en');
