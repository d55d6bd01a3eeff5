import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../src/config.ts';

const readme = readFileSync('README.md', 'utf8');
const variables = readFileSync('docs/variables.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe('README.md', () => {
  it('lists every variable with its default', () => {
    const rows = Object.entries(VARIABLES).map(
      ([name, { default: value, about }]) => `| ${name} | ${value ?? '–'} | ${about} |`,
    );
    for (const row of rows) expect(variables).toContain(row);
    expect(variables.match(/^\| [A-Z][A-Z0-9_]+ \|/gm)).toHaveLength(rows.length);
  });

  it('names only npm scripts that exist', () => {
    const text = readme + readFileSync('CONTRIBUTING.md', 'utf8');
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });

  it('names only source files that exist', () => {
    const pages = readdirSync('docs/house').map((name) => join('docs/house', name));
    const text = ['CONTRIBUTING.md', ...pages].map((page) => readFileSync(page, 'utf8')).join('\n');
    const named = [...text.matchAll(/`(?:src\/)?([\w.]+(?:\/[\w.]+)+\.tsx?)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(100);
    const isThere = (path: string): boolean => ['src', 'src/ui', '.'].some((folder) => existsSync(join(folder, path)));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('starts and tests with two commands that package.json has', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'prestart', 'test']));
  });

  it('installs the packages that a build needs even if NODE_ENV is production', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('include=dev');
  });
});
