import { readFileSync } from 'node:fs';
import { packageFile } from '../../lib/disk/packageFile.ts';
import { readName } from '../run/readVersion.ts';

/** A package as npm's lock files have it; other keys are npm's. */
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
 * The lock file of a site that needs nothing but Quire: what Quire itself is built and tested with. It names no
 * registry, so that npm asks the one that each machine has.
 */
export function siteLock({ site, quire }: LockedSite): string {
  const known: Readonly<Record<string, LockedPackage>> = JSON.parse(
    readFileSync(packageFile('dist/dependencies.json'), 'utf8'),
  );
  const packages = Object.entries({ ...known, [`node_modules/${readName()}`]: quire }).sort(byName);
  const { name } = site;
  const lock = {
    name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': rootOf(site), ...Object.fromEntries(packages) },
  };
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** What a lock file says of the project it stands in. */
function rootOf({ name, ...site }: LockedSite['site']): object {
  const { dependencies, engines } = site as Partial<LockedPackage>;
  return { name, dependencies, engines };
}

/** As npm orders them. */
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => a.localeCompare(b, 'en');
