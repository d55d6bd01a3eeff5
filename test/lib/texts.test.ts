import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../src/lib/disk/packageFile.ts';
import { blobId } from '../../src/lib/text/blobId.ts';
import { cleanLine } from '../../src/lib/text/cleanLine.ts';
import { parseId } from '../../src/lib/text/parseId.ts';
import { slugify } from '../../src/lib/text/slugify.ts';
import { isSlug } from '../../src/model/text/slug.ts';
import { character } from '../character.ts';
import { runs } from '../effort.ts';
import { runProgram } from '../run/runProgram.ts';

describe('blobId', () => {
  it.each(['', 'a', 'title: A\n', '日本\u0000\n'])('is the same id as git’s: %j', (text) => {
    const fromGit = runProgram('git', ['hash-object', '--stdin'], { input: text, encoding: 'utf8' }).trim();
    expect(blobId(Buffer.from(text))).toBe(fromGit);
  });
});

describe('cleanLine', () => {
  it.each([
    ['a\nb', 'a b'],
    ['a\r\n\r\nQuire-Actor: user/1', 'a Quire-Actor: user/1'],
    ['\u202eevil\u2069', 'evil'],
    ['a\u2028b\u2029c\u0085d', 'a b c d'],
    ['\ufeff  a   b  ', 'a b'],
    ['\ud800', '\ufffd'],
    ['\u001b[31mred', '[31mred'],
    ['日本 \u{1f600}', '日本 \u{1f600}'],
  ])('makes %j one harmless line', (text, line) => {
    expect(cleanLine(text)).toBe(line);
  });

  it('leaves nothing to clean up', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const line = cleanLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^ | $| {2}/u);
        expect(line.isWellFormed()).toBe(true);
        expect(cleanLine(line)).toBe(line);
      }),
    );
  });
});

describe('slugify', () => {
  it.each([
    ['Ünïcode & Títle!', 'unicode-and-title'],
    ['  About us  ', 'about-us'],
    ['東京', 'dong-jing'],
    ['Привет мир', 'privet-mir'],
    ['!!!', ''],
    ['', ''],
    ['--a--', 'a'],
  ])('makes %j %j', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  it('makes a slug of any text, or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: character })), (text) => {
        const slug = slugify(text);
        // A name that Windows reserves is refused later, with a message.
        expect(slug === '' || isSlug(slug) || isSlug(`${slug}x`) || isSlug(`x${slug}`)).toBe(true);
        expect(slug).toMatch(/^([a-z0-9]([a-z0-9._~-]*[a-z0-9])?)?$/);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('parseId', () => {
  it.each([
    [12, 12],
    ['12', 12],
    ['pb_12', 12],
    ['9999999999', 9_999_999_999],
  ])('reads %j', (value, id) => {
    expect(parseId(value)).toBe(id);
  });

  it.each([
    '',
    '0',
    '012',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '1\n',
    'pb_',
    'pb_0',
    'x12',
    '12345678901',
    '１２',
    0,
    -1,
    1.5,
    Number.NaN,
    1e21,
    null,
    undefined,
    true,
    [12],
    { id: 12 },
  ])('is none for %j', (value) => {
    expect(parseId(value)).toBeNull();
  });
});

describe('packageFile', () => {
  it('is a file or folder of the package', () => {
    expect(packageFile('package.json')).toBe(join(import.meta.dirname, '../../package.json'));
    expect(packageFile('templates/site')).toBe(join(import.meta.dirname, '../../templates/site'));
  });
});
