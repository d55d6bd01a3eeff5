import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, { readonly version?: string }>>;
};

/** The versions of all installed copies. */
const versionsOf = (name: string): readonly (string | undefined)[] =>
  Object.entries(packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version);

const isAtLeast = (version: string, wanted: string): boolean =>
  version.localeCompare(wanted, 'en', { numeric: true }) >= 0;

it.each([
  ['SEC-6 isomorphic-git', '1.42.0'],
  ['SEC-10 ajv', '8.18.0'],
  ['SEC-25 sharp', '0.35.5'],
])('%s is installed as %s or later', (title, wanted) => {
  const [, name = ''] = title.split(' ');
  const direct = packages[`node_modules/${name}`]?.version ?? '';
  expect([direct, isAtLeast(direct, wanted)]).toEqual([direct, true]);
  expect(versionsOf(name).length).toBeGreaterThan(0);
});
