import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../src/config.ts';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe('README.md', () => {
  it('lists every variable with its default', () => {
    const rows = Object.entries(VARIABLES).map(
      ([name, { default: value, about }]) => `| ${name} | ${value ?? '–'} | ${about} |`,
    );
    for (const row of rows) expect(readme).toContain(row);
    expect(readme.match(/^\| [A-Z][A-Z0-9_]+ \|/gm)).toHaveLength(rows.length);
  });

  it('names no npm script that is not there', () => {
    const text = readme + readFileSync('CONTRIBUTING.md', 'utf8');
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });

  it('starts and tests with the two commands that the scripts know', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'prestart', 'test']));
  });
});
