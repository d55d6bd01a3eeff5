import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';

interface Locked {
  readonly dev?: boolean;
  /** Needed by what is for development alone, and by a package that may be left out. */
  readonly devOptional?: boolean;
  readonly resolved?: string;
}

/** Writes what the project's lock file says of the packages that Quire needs where it runs; packages hold no lock file. */
export function bundleDependencies(): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const entries = needed.map(([path, locked]) => [path, lockedInSite(locked)] as const);
  writeFileSync(join(ROOT, 'dist/dependencies.json'), `${JSON.stringify(Object.fromEntries(entries))}\n`);
}

/** How the lock file of a site has a package, whatever registry it was installed from here. */
function lockedInSite({ resolved: _, devOptional, ...rest }: Locked): object {
  if (!devOptional) return rest;
  const { version, integrity, ...other } = { ...rest, optional: true } as Readonly<Record<string, unknown>>;
  // In npm's order of keys, or its next run would change the file.
  const sorted = Object.entries(other).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { version, integrity, ...Object.fromEntries(sorted) };
}
