import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/model/richText/canonical.ts';
import { BODY_WRITERS, readBody } from '../../../src/store/record/body.ts';
import { runs } from '../../effort.ts';
import { doc, documents, paragraph, text } from '../../model/richText/documents.ts';

const writeText = BODY_WRITERS['markdown']!;
const writeDocument = BODY_WRITERS['richtext']!;

describe('the text below front matter', () => {
  it('is the value of a Markdown field without the line breaks around it', () => {
    expect(readBody('\na\n\nb\n')?.text).toBe('a\n\nb');
    expect(readBody('\r\na\r\nb\r\n')?.text).toBe('a\nb');
    expect(readBody('a')?.text).toBe('a');
    expect(readBody(' \n\r\n')).toBeUndefined();
  });

  it('is written so that any Markdown reads back the same', () => {
    const texts = fc
      .array(fc.constantFrom('a', ' ', '\n', '\r\n', '\r', '\t', '# b'), { maxLength: 6 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, texts, (value, present) => {
        const raw = writeText(value, present);
        if (value.trim() === '') expect(raw).toBeUndefined();
        else expect(readBody(raw)?.text).toBe(value);
      }),
      { numRuns: runs(500, 50) },
    );
  });

  it('is written so that any document reads back as the same', () => {
    fc.assert(
      fc.property(documents(), (document) => {
        const raw = writeDocument(document, '');
        if (document.content?.length === 0 || document.content === undefined) expect(raw).toBeUndefined();
        else expect(readBody(raw)?.document).toEqual(canonical(document));
      }),
      { numRuns: runs(50, 10) },
    );
  });

  it('stays as it is if it already says the value', () => {
    expect(writeText('a\nb', 'a\r\nb')).toBe('a\r\nb');
    expect(writeDocument(doc(paragraph(text('a'))), '\n\n  a  \n')).toBe('\n\n  a  \n');
  });

  it('reads back from its bytes even if a value holds half a surrogate pair', () => {
    const broken = doc(paragraph(text('whole')), paragraph(text('a\ud800b')));
    for (const present of ['', '\nwhole\n\nold\n']) {
      const raw = writeDocument(broken, present)!;
      expect(raw).toMatch(/^\nwhole\n/);
      expect(readBody(Buffer.from(raw).toString())?.document).toEqual(canonical(broken));
    }
    expect(writeText('a\ud800b', '')).toBeUndefined();
  });

  it('is not written if it could not be read back', () => {
    const long = 'line\n'.repeat(20_000);
    expect(writeText(long, '')).toBeUndefined();
    expect(writeDocument(doc({ type: 'codeBlock', content: [text(long)] }), '')).toEqual(expect.any(String));
    const code = { type: 'codeBlock', content: [text('line\n'.repeat(1_000))] };
    expect(writeDocument(doc(...Array.from({ length: 11 }, () => code)), '')).toBeUndefined();
    expect(writeDocument('no document', '')).toBeUndefined();
    expect(() => readBody(`${'>'.repeat(200)} a`)).toThrow(
      expect.objectContaining({ name: 'FileError', code: 'LIMIT' }),
    );
  });
});
