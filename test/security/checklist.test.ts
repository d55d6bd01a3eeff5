import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CHECKLIST = readFileSync('docs/security.md', 'utf8');

/** The numbers of the checklist's lines. */
const lines = [...CHECKLIST.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(test|long)\.ts$/.test(path))
  .map((path) => readFileSync(join('test', path), 'utf8'));

/** The number that each test name begins with. */
const named = testFiles.flatMap((text) =>
  [...text.matchAll(/\(\s*['"`]SEC-(\d+) /g)].map(([, number]) => Number(number)),
);

describe('the checklist of docs/security.md', () => {
  it('is numbered in order', () => {
    expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
  });

  it.each(lines)('line %i is kept by a test that is named after it', (line) => {
    expect(named).toContain(line);
  });

  it('has a line for each number that a test names', () => {
    expect(named.filter((number) => !lines.includes(number))).toEqual([]);
  });
});
