import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitSite, type Generated, generateSite } from '../../scripts/generate.ts';
import { readSite, type Site } from '../content/site.ts';
import { itIsWhole } from '../content/wholeSite.ts';
import { runProgram } from '../run/runProgram.ts';

const root = mkdtempSync(join(tmpdir(), 'quire-generate-'));
afterAll(() => rmSync(root, { recursive: true }));

const folder = (name: string): string => join(root, name);
const pageFiles = (out: string): readonly string[] =>
  readdirSync(join(out, 'pages'), { recursive: true, encoding: 'utf8' }).filter((path) => /\.(yaml|json)$/.test(path));
/** One hash of all paths and bytes of a folder. */
function fingerprint(out: string): string {
  const hash = createHash('sha256');
  const paths = readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths.filter((one) => statSync(join(out, one)).isFile()))
    hash.update(`${path}\0`).update(readFileSync(join(out, path)));
  return hash.digest('hex');
}

describe('a generated site', () => {
  let site: Site;
  beforeAll(() => {
    generateSite({ pages: 200, out: folder('whole') });
    site = readSite(folder('whole'));
  });
  itIsWhole(() => site);

  it('uses all its types, block types and locales', () => {
    const pages = site.allOf('page');
    expect(pages).toHaveLength(200);
    expect(new Set(pages.map(({ data }) => data.type)).size).toBe(5);
    expect(new Set(site.blocks.map(({ type }) => type)).size).toBe(8);
    expect(new Set(pages.map(({ data }) => data.locale))).toEqual(new Set(['en', 'es', 'fr']));
    expect(site.blocks.some(({ block }) => block.block !== undefined)).toBe(true);
  });
});

describe('generateSite', () => {
  let generated: Generated;
  beforeAll(() => {
    generated = generateSite({ pages: 1400, out: folder('large'), seed: 7 });
  });

  it('writes the given number of pages, of one to two kilobytes each', () => {
    expect(generated.keys).toHaveLength(1400);
    expect(pageFiles(folder('large'))).toHaveLength(1400);
    expect(new Set(generated.keys).size).toBe(1400);
    expect(generated.bytes / 1400).toBeGreaterThan(1000);
    expect(generated.bytes / 1400).toBeLessThan(2000);
  });

  it('puts the pages of a full folder on shelves named by their slugs', () => {
    const paths = pageFiles(folder('large'));
    const perFolder = new Map<string, number>();
    for (const path of paths) perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1);
    expect(Math.max(...perFolder.values())).toBe(256);
    const shelved = paths.filter((path) => basename(dirname(path)).startsWith('_'));
    expect(shelved.length).toBeGreaterThan(0);
    for (const path of shelved) {
      const slug = path
        .split('/')
        .slice(1)
        .filter((part) => !part.startsWith('_'))
        .join('/')
        .replace(/\.\w+$/, '');
      expect(basename(dirname(path))).toBe(`_${createHash('sha1').update(slug).digest('hex').slice(0, 2)}`);
    }
  });

  it('writes the same bytes for the same seed and others for another', () => {
    for (const [name, seed] of [
      ['one', 3],
      ['same', 3],
      ['other', 4],
    ] as const)
      generateSite({ pages: 60, out: folder(name), seed });
    expect(fingerprint(folder('same'))).toBe(fingerprint(folder('one')));
    expect(fingerprint(folder('other'))).not.toBe(fingerprint(folder('one')));
  });

  it('writes nothing into a folder that is not empty, or for an invalid number', () => {
    const before = fingerprint(folder('whole'));
    expect(() => generateSite({ pages: 5, out: folder('whole') })).toThrow(/is not empty/);
    expect(fingerprint(folder('whole'))).toBe(before);
    for (const pages of [0, -1, 1.5, Number.NaN])
      expect(() => generateSite({ pages, out: folder('nothing') })).toThrow(/must be 1 or more/);
    expect(readdirSync(root)).not.toContain('nothing');
  });
});

describe('commitSite', () => {
  it('commits everything, always as the same commit', () => {
    const git = (name: string, ...args: readonly string[]) =>
      runProgram('git', args, { cwd: folder(name), encoding: 'utf8' }).trim();
    for (const name of ['first', 'second']) {
      generateSite({ pages: 30, out: folder(name) });
      commitSite(folder(name));
    }
    expect(git('first', 'status', '--porcelain')).toBe('');
    expect(git('first', 'log', '--format=%an <%ae> %cn')).toBe('Quire <quire@quire.invalid> Quire');
    expect(git('first', 'rev-parse', 'HEAD')).toBe(git('second', 'rev-parse', 'HEAD'));
  });
});
