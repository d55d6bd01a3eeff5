import { realpathSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programPaths } from '../../../src/lib/disk/programPaths.ts';

const HERE = realpathSync('.');

it('names the package, the file that it was started by, and what npm reads beside them', () => {
  expect(programPaths('/srv/site/node_modules/.bin/quire')).toEqual([
    HERE,
    '/srv/site/node_modules/.bin/quire',
    '/srv/site/package.json',
    '/srv/site/.npmrc',
  ]);
});

it('names the package alone where it was started from itself', () => {
  expect(programPaths(HERE)).toEqual([HERE]);
});
