import { readFileSync } from 'node:fs';
import { packageFile } from '../../lib/disk/packageFile.ts';
import { readName } from '../readVersion.ts';

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

interface Needs {
  /** The packages that Quire asks for where it runs, with their versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Those and what they need in turn, by their places. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What Quire needs where it runs: a part of what it is built with. A build has noted it. */
export const readNeeds = (): Needs => JSON.parse(readFileSync(packageFile('dist/dependencies.json'), 'utf8'));

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
  const packages = Object.entries({ ...readNeeds().packages, [`node_modules/${readName()}`]: quire }).sort(byName);
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
