import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';

interface Locked {
  readonly dev?: boolean;
  /** Needed for development and by an optional package. */
  readonly devOptional?: boolean;
  readonly resolved?: string;
}

/** Writes the lock file's entries of the packages that Quire needs to run: npm leaves lock files out of packages. */
export function bundleDependencies(): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const entries = needed.map(([path, locked]) => [path, lockedInSite(locked)] as const);
  writeFileSync(join(ROOT, 'dist/dependencies.json'), `${JSON.stringify(Object.fromEntries(entries))}\n`);
}

/** A package's entry in a site's lock file, without the registry that it was installed from here. */
function lockedInSite({ resolved: _, devOptional, ...rest }: Locked): object {
  if (!devOptional) return rest;
  const { version, integrity, ...other } = { ...rest, optional: true } as Readonly<Record<string, unknown>>;
  // The keys are in npm's order, or its next run would change the file.
  const sorted = Object.entries(other).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { version, integrity, ...Object.fromEntries(sorted) };
}
