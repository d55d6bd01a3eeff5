import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';

interface Locked {
  readonly dev?: boolean;
  readonly resolved?: string;
}

/** Writes what the project's lock file says of the packages that Quire needs where it runs; packages hold no lock file. */
export function bundleDependencies(): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  // Whatever registry they were installed from here.
  const entries = needed.map(([path, { resolved: _, ...rest }]) => [path, rest] as const);
  writeFileSync(join(ROOT, 'dist/dependencies.json'), `${JSON.stringify(Object.fromEntries(entries))}\n`);
}
