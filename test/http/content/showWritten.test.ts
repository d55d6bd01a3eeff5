import { describe, expect, it } from 'vitest';
import { createShowWritten } from '../../../src/http/content/showWritten.ts';
import { toMarkdown } from '../../../src/model/richText/markdown/toMarkdown.ts';
import { cacheWriting, showRichText, type UnwrittenDocument } from '../../../src/view/page/richText.ts';
import { makeSite } from '../../makeSite.ts';

const documentOf = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

describe('rich text as text', () => {
  it('SEC-36 is written as HTML by another thread if others would have to wait', async () => {
    const document = { type: 'doc', content: Array(2_000).fill(documentOf('a').content[0]) };
    const asked: UnwrittenDocument[] = [];
    const show = createShowWritten(async (documents) => {
      for (const one of documents) {
        asked.push(one);
        cacheWriting(one, 'by the thread');
      }
    });
    const read = () => show((time) => showRichText(document, { format: 'html', time }));
    expect([await read(), await read(), asked]).toEqual([
      ...Array(2).fill('by the thread'),
      [{ document, format: 'html' }],
    ]);
    const site = await makeSite({
      'content-types/essay.yaml': 'id: 3\nname: Essay\nfieldsSchema: [{ name: text, type: richtext }]\n',
      'pages/en/long.yaml': `type: essay\ntitle: L\nstatus: published\nfields: ${JSON.stringify({ text: document })}\n`,
    });
    const { body } = await site.ask('GET /content/pages/long?richtext=html');
    expect(body.data.fields.text).toBe('<p>a</p>'.repeat(2_000));
  });

  it('SEC-36 is written by another thread if others would have to wait', async () => {
    const document = documentOf('*_`['.repeat(2_000));
    const site = await makeSite({
      'content-types/essay.yaml': 'id: 3\nname: Essay\nfieldsSchema: [{ name: text, type: richtext }]\n',
      'pages/en/hostile.yaml': `type: essay\ntitle: H\nstatus: published\nfields: ${JSON.stringify({ text: document })}\n`,
    });
    const read = async (): Promise<unknown> =>
      (await site.ask('GET /content/pages/hostile?richtext=markdown')).body.data.fields.text;
    expect(await Promise.all([read(), read()])).toEqual(Array(2).fill(toMarkdown(document)));
  });

  it('is written on the event loop if it is quick, and only once', async () => {
    const write = async (): Promise<void> => expect.unreachable();
    const show = createShowWritten(write);
    const document = documentOf('a few words');
    expect(show((time) => showRichText(document, { format: 'markdown', time }))).toBe('a few words\n');
  });

  it('is written on the event loop in the end if documents keep changing', async () => {
    let runs = 0;
    const show = createShowWritten(async () => undefined);
    const shown = await show((time) => {
      runs += 1;
      return showRichText(documentOf('*a '.repeat(400)), { format: 'markdown', time });
    });
    expect(shown).toContain('a \\*a');
    expect(runs).toBe(3);
  });
});
