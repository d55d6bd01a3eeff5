import { expect, it } from 'vitest';
import type { FieldsSchema } from '../../../src/model/fields/field.ts';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { markBody } from '../../../src/store/merge/mergeBody.ts';
import { mergeReadable } from '../../../src/store/merge/mergeFile.ts';
import { schemas } from '../../model/merge/fixtures.ts';

const FIELDS = [{ name: 'text', type: 'richtext', body: true }] as unknown as FieldsSchema;
const schema = {
  kind: 'page' as const,
  format: 'md' as const,
  schemas: { ...schemas, ofContentType: () => FIELDS },
};
const file = (text: string): Uint8Array => Buffer.from(`---\nid: 1\ntype: article\ntitle: About\n${text}`);
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

it('merges a document that one side has in its front matter because Markdown cannot express it', () => {
  const cell = JSON.stringify({
    type: 'codeBlock',
    attrs: { language: 'a b' },
    content: [{ type: 'text', text: 'x' }],
  });
  const { bytes, clashes } = mergeReadable(
    {
      base: file('---\n\nOne.\n\nTwo.\n'),
      ours: file(
        `fields:\n  text: {"type":"doc","content":[${JSON.stringify(paragraph('One.'))},${JSON.stringify(paragraph('Two.'))},${cell}]}\n---\n`,
      ),
      theirs: file('---\n\nOne and more.\n\nTwo.\n'),
    },
    schema,
  );
  expect(clashes).toEqual([]);
  const { value, body } = decodeFile('md', bytes);
  expect(body).toBe('');
  expect(value).toMatchObject({
    fields: { text: { content: [paragraph('One and more.'), paragraph('Two.'), { type: 'codeBlock' }] } },
  });
});

it('puts markers around everything where documents clash whose lines do not', () => {
  const bodies = { base: 'a\n', ours: 'x\n\na\n', theirs: 'a\n\ny\n' };
  expect(markBody(bodies)).toBe('<<<<<<< ours\nx\n\na\n=======\na\n\ny\n>>>>>>> theirs\n');
});
