import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CodedText,
  decodeInline,
  encodeInline,
  isSameCoded,
} from '../../../src/features/translationFiles/codedText.ts';
import { createXliffReader } from '../../../src/features/translationFiles/readXliff.ts';
import type { FilePage } from '../../../src/features/translationFiles/translationFile.ts';
import { writeXliff } from '../../../src/features/translationFiles/writeXliff.ts';
import { canonical } from '../../../src/model/richText/canonical.ts';
import { childrenOf, type RichTextNode } from '../../../src/model/richText/node.ts';

const REV = '0123456789abcdef0123456789abcdef01234567';
const marks = fc
  .uniqueArray(fc.constantFrom('bold', 'italic', 'link', 'code'), { maxLength: 3 })
  .map((types) => types.map((type) => (type === 'link' ? { type, attrs: { href: '/a' } } : { type })));
/** What XML cannot hold is cut before it is compared. */
const words = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => /^[^\p{Cc}\uFFFE\uFFFF]+$/u.test(text));
const inline: fc.Arbitrary<RichTextNode> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words, marks }),
  fc.record({ type: fc.constant('hardBreak'), marks }),
  fc.record({ type: fc.constant('image'), attrs: fc.constant({ src: 'https://example.org/a.png' }) }),
);
const contentOfBlock = fc
  .array(inline, { maxLength: 8 })
  .map((content) => childrenOf(canonical({ type: 'paragraph', content })));

const readWhole = (xml: string) => {
  const reader = createXliffReader();
  // In pieces that end anywhere.
  for (let at = 0; at < xml.length; at += 7) reader.write(xml.slice(at, at + 7));
  return reader.end();
};

it('gives every text with codes back as it was, also through both versions of XLIFF', () => {
  fc.assert(
    fc.property(contentOfBlock, fc.constantFrom('xliff' as const, 'xliff2' as const), (nodes, format) => {
      const { text, meanings } = encodeInline(nodes);
      expect(decodeInline(text, meanings)).toEqual(nodes);
      const page: FilePage = {
        ...{ id: 7, rev: REV, key: 'en/a&b' },
        units: [{ id: 'title', source: text, target: text, isOpen: false }],
      };
      const file = { from: 'en', to: 'fr', pages: [page] };
      const [read] = readWhole([...writeXliff(file, format)].join('')).pages;
      const target = read?.units[0]?.target ?? [];
      expect([read?.id, read?.rev, isSameCoded(target, text)]).toEqual([7, REV, true]);
      expect(decodeInline(target, meanings)).toEqual(nodes);
    }),
  );
});

const inUnit = (body: string): string =>
  `<xliff version="2.1" srcLang="en" trgLang="fr"><file id="page-7-${REV}"><group id="g"><unit id="u">${body}</unit></group></file></xliff>`;
const bold: CodedText = ['Un ', { code: '1', content: ['mot'] }, ' ici.'];

it.each<[string, string, CodedText | null]>([
  [
    'sentences that a tool has parted',
    '<segment><source>A.</source><target>Un <pc id="1">mot</pc></target></segment><ignorable><source> </source></ignorable><segment><source>B.</source><target>ici.</target></segment>',
    bold,
  ],
  [
    'sentences of which one is missing',
    '<segment><source>A.</source><target>Un</target></segment><segment><source>B.</source></segment>',
    null,
  ],
  [
    'codes whose ends a tool has put apart',
    '<segment><source>x</source><target>Un <sc id="1"/>mot<ec startRef="1"/> ici.</target></segment>',
    bold,
  ],
  [
    'marks of a tool, and words in CDATA',
    '<segment><source>x</source><target><mrk id="m">Un </mrk><pc id="1"><![CDATA[mot]]></pc> ici.</target></segment>',
    bold,
  ],
  [
    'proposals of a translation memory, which are not the text',
    '<mtc:matches><mtc:match><source>x</source><target>Non</target></mtc:match></mtc:matches><segment><source>x</source><target>Un <pc id="1">mot</pc> ici.</target></segment>',
    bold,
  ],
])('reads %s', (_, body, target) => {
  const unit = readWhole(inUnit(body)).pages[0]?.units[0];
  if (target === null) expect(unit?.target).toBeNull();
  else expect(isSameCoded(unit?.target ?? [], target)).toBe(true);
});

it.each<[string, CodedText]>([
  ['a code that its source does not have', [{ code: '9', content: ['Un'] }]],
  ['an end without a beginning', ['Un', { code: '' }]],
  ['a mark within the same mark', [{ code: '1', content: [{ code: '1', content: ['Un'] }] }]],
])('does not make a text of %s', (_, text) => {
  const { meanings } = encodeInline([{ type: 'text', text: 'One', marks: [{ type: 'bold' }] }]);
  expect(decodeInline(text, meanings)).toBeUndefined();
});
