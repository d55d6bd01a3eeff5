import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const comparison = readFileSync('docs/comparison.md', 'utf8');
const figures = readFileSync('bench/README.md', 'utf8');

describe('the comparison with other systems', () => {
  it('backs every claim of the README with something named', () => {
    const claims = firstCells(readme, 'Beside other systems').slice(1);
    expect(claims.length).toBeGreaterThan(8);
    expect(firstCells(comparison, 'What holds the claims').slice(1)).toEqual(claims);
  });

  it('names only tests and figures that exist', () => {
    const rows = section(comparison, 'What holds the claims')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    for (const row of rows) {
      const held = row
        .split(' | ')[1]!
        .replace(/ \|$/, '')
        .split(/; (?=`|figure)/);
      expect(held.filter((what) => !isThere(what))).toEqual([]);
    }
  });

  it('says something about every system in each row', () => {
    const rows = section(readme, 'Beside other systems')
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(new Set(rows.map((row) => row.split(/(?<!\\)\|/).length))).toEqual(new Set([10]));
  });
});

/** Whether `file "test"` names a test in that file, `file` a test file, or `figure "row"` a measured row. */
function isThere(what: string): boolean {
  const [, file, name, row] = /^`([^`]+)`(?: "(.+)")?$|^figure "(.+)"$/.exec(what) ?? [];
  if (row !== undefined) return figures.split('\n').some((line) => line.startsWith(`| ${row} | `));
  if (file === undefined || !existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  return name === undefined
    ? /\bit(?:\.each)?\(/.test(text)
    : ["'", '"', '`'].some((mark) => text.replace(/\bit\(\s+/g, 'it(').includes(`it(${mark}${name}${mark}`));
}

function firstCells(text: string, heading: string): readonly string[] {
  const rows = section(text, heading)
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--'));
  return rows.map((row) => row.split('|')[1]!.trim());
}

function section(text: string, heading: string): string {
  return text.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!;
}
