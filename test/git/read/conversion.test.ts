import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseAttributes, resolveAttributes } from '../../../src/git/format/attributes.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { runs } from '../../effort.ts';
import { edit, git, makeRepository, NO_TROUBLES, removeFolders, request, troubles, writeFiles } from '../sandbox.ts';

afterAll(removeFolders);

const NAMES = ['text', 'eol', 'filter', 'ident', 'binary', 'mine'];
const PATHS = ['a.yaml', 'd/a.yaml', 'd/e/b.md', 'd/e/a.yaml', 'e/ü x.md', 'd/e.md/f', '[x].md', 'a-b_c'];

const word = fc
  .tuple(fc.constantFrom('', '', '-', '!'), fc.constantFrom(...NAMES), fc.constantFrom('', '', '=lf', '=x'))
  .map(([sign, name, value]) => `${sign}${name}${sign === '' ? value : ''}`);
// Not `d**/a`: whether git 2.39 lets it match several folders depends on where its strings are in memory.
const pattern = fc.oneof(
  fc.constantFrom(
    '*',
    '*.yaml',
    '/a.yaml',
    'd/*',
    'd/**',
    '**/e',
    '**/a.yaml',
    'd/**/a.yaml',
    '*.m?',
    'e/',
    '[[]x].md',
    '[d-a]*',
    '[[:nothing:]]*',
  ),
  fc.constantFrom(
    '[a-d]*',
    '[!a]*',
    '[^b].md',
    '"e/\\303\\274 x.md"',
    '"a.yaml"',
    '\\a.yaml',
    'a**',
    '[',
    '!a.yaml',
    '#a',
  ),
  fc.constantFrom('**', '*[[:alpha:]]', '[]a].yaml', 'a?b_c', 'D/*', '[a-z]-[a-z]_c', 'd/e/../a.yaml', ' x'),
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(pattern, fc.array(word, { maxLength: 3 })).map(([at, words]) => [at, ...words].join(' ')),
  },
  { weight: 1, arbitrary: fc.array(word, { maxLength: 2 }).map((words) => ['[attr]mine', ...words].join(' ')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '# text', '\t*.md text\r', '*.md  -text \t ident', '*.md te/xt', '*.md -'),
  },
);
const file = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));

/** What git says about each path and name: `set`, `unset`, `unspecified` or a value. */
function askGit(dir: string): string[] {
  const tokens = git(dir, 'check-attr', '-z', ...NAMES, '--', ...PATHS).split('\0');
  return Array.from({ length: Math.floor(tokens.length / 3) }, (_, n) => tokens.slice(n * 3, n * 3 + 3).join(' '));
}

const shown = (value: boolean | string | null | undefined): string => {
  if (value === undefined || value === null) return 'unspecified';
  if (typeof value === 'string') return value;
  return value ? 'set' : 'unset';
};

describe('attributes', () => {
  it('are what git says they are, for any files of attributes', () => {
    const dir = makeRepository();
    fc.assert(
      fc.property(file, file, file, (root, below, info) => {
        writeFiles(dir, { '.gitattributes': root, 'd/.gitattributes': below, '.git/info/attributes': info });
        const files = [parseAttributes(root, ''), parseAttributes(below, 'd/'), parseAttributes(info, '')];
        const ours = PATHS.flatMap((path) => {
          const found = resolveAttributes(files, path);
          return NAMES.map((name) => `${path} ${name} ${shown(found.get(name))}`);
        });
        expect(ours).toEqual(askGit(dir));
      }),
      { numRuns: runs(150) },
    );
  });

  it('may be spelt in many ways', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'*?[]!^-\\/"a:é \t=#') });
    fc.assert(
      fc.property(noise, (text) => {
        expect(resolveAttributes([parseAttributes(`${text} text`, '')], 'a/a').size).toBeLessThan(10);
      }),
      { numRuns: runs(500) },
    );
  });

  it('are matched in linear time', () => {
    const files = [parseAttributes(`${'*a'.repeat(200)}b text`, '')];
    expect(resolveAttributes(files, 'a'.repeat(2000)).size).toBe(0);
  });
});

const FILES = { 'c/a': 'a\n', 'c/d/b': 'b\n', 'outside.txt': 'x\n' };
const publish = async (dir: string, bytes = '2\n') => {
  const repo = await createRepository({ contentDir: join(dir, 'c') });
  const error = await repo.publish(await repo.head(), [request([edit('a', bytes, 'a\n')])]).then(
    () => null,
    (reason: unknown) => reason,
  );
  await repo.close();
  return { error, reports: repo.reports() };
};

describe('a file that git converts', () => {
  const refused: Record<string, { attributes?: string; config?: readonly string[]; bytes?: string; says: string }> = {
    'a filter': { attributes: '* filter=lfs', says: 'filter=lfs' },
    'an encoding': { attributes: '* working-tree-encoding=UTF-16', says: 'working-tree-encoding=UTF-16' },
    'an ident': { attributes: 'c/* ident', says: 'ident' },
    'lines that end in CR LF': { attributes: 'a text eol=crlf', says: 'eol=crlf' },
    'a setting': { config: ['core.autocrlf', 'true'], says: 'core.autocrlf' },
    'a setting for text': { attributes: '* text', config: ['core.eol', 'crlf'], says: 'core.eol' },
    'text that has CR LF': { attributes: '* text', bytes: 'a\r\n', says: 'text' },
    'text with LF that has CR LF': { attributes: '* eol=lf', bytes: 'a\r\n', says: 'eol=lf' },
    'input that has CR LF': { config: ['core.autocrlf', 'input'], bytes: 'a\r\n', says: 'core.autocrlf' },
  };
  it.each(Object.entries(refused))('is refused with %s', async (_, { attributes, config, bytes, says }) => {
    const dir = makeRepository(FILES);
    if (attributes) writeFiles(dir, { '.git/info/attributes': `${attributes}\n` });
    if (config) git(dir, 'config', ...config);
    const { error } = await publish(dir, bytes);
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: [{ path: ['a'], message: expect.stringContaining(`a (${says})`) }],
    });
    expect(readFileSync(join(dir, 'c/a'), 'utf8')).toBe('a\n');
  });

  const accepted: Record<string, { attributes: string; config?: readonly string[]; bytes?: string }> = {
    'text that has only LF': { attributes: '* text=auto' },
    'the line that switches all of it off': {
      attributes: '* text=auto eol=crlf filter=lfs ident\nc/** -text -filter -ident -working-tree-encoding',
      config: ['core.autocrlf', 'true'],
      bytes: 'a\r\n',
    },
    'an attribute of other files': { attributes: '*.png filter=lfs' },
    'UTF-8': { attributes: '* working-tree-encoding=utf-8' },
    'an attribute that is taken back': { attributes: '* filter=lfs\n* !filter' },
  };
  it.each(Object.entries(accepted))('does not exist with %s', async (_, { attributes, config, bytes }) => {
    const dir = makeRepository(FILES);
    writeFiles(dir, { '.git/info/attributes': `${attributes}\n` });
    if (config) git(dir, 'config', ...config);
    expect(await publish(dir, bytes)).toEqual({ error: null, reports: [] });
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is reported at the start, and until the attributes change', async () => {
    const dir = makeRepository(FILES);
    writeFiles(dir, { '.gitattributes': 'c/d/* filter=lfs\n*.txt filter=lfs\n' });
    const repo = await createRepository({ contentDir: join(dir, 'c') });
    await vi.waitFor(() =>
      expect(repo.reports()).toMatchObject([
        { code: 'CONVERTED', path: 'd/b', message: expect.stringMatching(/filter=lfs/) },
      ]),
    );
    writeFiles(dir, { '.gitattributes': '# none any more\n' });
    await repo.check();
    await vi.waitFor(() => expect(repo.reports()).toEqual([]));
    await repo.publish(await repo.head(), [request([edit('d/b', '2\n', 'b\n')])]);
    await repo.close();
  });
});
