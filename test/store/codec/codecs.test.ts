import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODECS } from '../../../src/store/codec/codecs.ts';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { editFile } from '../../../src/store/codec/editFile.ts';
import { encodeFile } from '../../../src/store/codec/encodeFile.ts';
import { EXTENSIONS, type FileFormat } from '../../../src/store/codec/formats.ts';
import { runs } from '../../effort.ts';
import { contentLike } from './values.ts';

const formats = Object.keys(EXTENSIONS) as FileFormat[];

test('every format has a codec', () => {
  expect(Object.keys(CODECS).sort()).toEqual(formats.sort());
});

test('JSON that is rewritten holds the new value', () => {
  const { read, write, rewrite } = CODECS.json;
  fc.assert(
    fc.property(contentLike(), contentLike(), (value, target) => {
      expect(read(rewrite(write(value), target))).toStrictEqual(target);
    }),
    { numRuns: runs(200) },
  );
});

test('any file that is edited into any other value reads back as it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...formats), contentLike(), contentLike(), (format, value, target) => {
      expect(decodeFile(format, editFile(format, encodeFile(format, value), target)).value).toStrictEqual(target);
    }),
    { numRuns: runs(300) },
  );
});

test('YAML that is rewritten keeps its comments', () => {
  const text = '# top\na: 1 # one\nb:\n  # two\n  c: 2\n  d: 3\n';
  expect(CODECS.yaml.rewrite(text, { a: 1, b: { c: 5 }, e: [1] })).toBe(
    '# top\na: 1 # one\nb:\n  # two\n  c: 5\ne:\n  - 1\n',
  );
});
