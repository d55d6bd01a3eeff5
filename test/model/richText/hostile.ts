import fc from 'fast-check';
import { MARKS, NODES } from '../../../src/model/richText/rules.ts';
import { character } from '../../character.ts';

/** Attacks that somebody might try in place of text. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    ...[
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onmouseover='x",
      '</p></code></pre><svg onload=x>',
    ],
    ...[
      'javascript:alert(1)',
      'JaVa\tscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '\u0001javascript:x',
      'vbscript:x',
    ],
    ...['media:x', 'https://ok.example/"onload="x', 'mailto:a@b', ' https://a', '<!--', ']]>', '&lt;script&gt;'],
  ),
  fc.string({ unit: character }),
);

const hostileNode = fc.letrec<{ node: unknown }>((tie) => {
  const attrs = fc.dictionary(
    fc.constantFrom(
      'href',
      'src',
      'alt',
      'title',
      'rel',
      'target',
      'caption',
      'width',
      'height',
      'level',
      'start',
      'language',
      'colspan',
      'onclick',
      'style',
      '__proto__',
    ),
    fc.oneof(hostileText, fc.integer(), fc.constant(null), fc.constant({})),
  );
  const type = fc.oneof(fc.constantFrom(...NODES.keys()), hostileText);
  const marks = fc.array(fc.record({ type: fc.oneof(fc.constantFrom(...MARKS.keys()), hostileText), attrs }), {
    maxLength: 4,
  });
  return {
    node: fc.record(
      {
        type,
        attrs,
        marks: fc.oneof(marks, fc.anything()),
        text: fc.oneof(hostileText, fc.anything()),
        content: fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('node'), { maxLength: 4 }), fc.anything()),
      },
      { requiredKeys: ['type'] },
    ),
  };
}).node;

/** Anything that looks a little like a document: no file is trusted. */
export const hostile = fc.array(hostileNode, { maxLength: 4 }).map((content) => ({ type: 'doc', content }));
