import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeExtend } from '../../scripts/wire/describeExtend.ts';

it('has a reference of extensions that is current: otherwise, run npm run reference', () => {
  expect(readFileSync('docs/extend-reference.md', 'utf8')).toBe(describeExtend());
});

it('shows every function that a site imports', () => {
  for (const name of [
    'defineConfig',
    'defineExtension',
    'rule',
    'derive',
    'field',
    'panel',
    'screen',
    'after',
    'endpoint',
  ])
    expect(describeExtend()).toMatch(new RegExp(`export declare (?:const|function) ${name}\\b`));
});
