import { expect, it } from 'vitest';
import { htmlToRichText } from '../../src/convert/html/htmlToRichText.ts';
import { createNotes } from '../../src/convert/notes.ts';

it.each([
  '<iframe src="https://video.example/1"></iframe>',
  '<p>Look: <span><iframe src="https://video.example/1"></iframe></span></p>',
  '<a href="https://b.example"><strong><video><source src="https://video.example/1"></video></strong></a>',
])('makes a link of an embedded element, wherever it is: %s', (html) => {
  const notes = createNotes();
  const text = JSON.stringify(htmlToRichText(html, { notes, place: 'a', keepsLines: false }));
  expect(text).toContain('"text":"https://video.example/1"');
  expect(text).toContain('{"type":"link","attrs":{"href":"https://video.example/1"}}');
  expect(notes.lines()).toContain('  a: https://video.example/1');
});

// The rows of a nested table were once also taken for rows of every table around it, which doubled them at each level.
it('reads a table in a table once, however deep', () => {
  const depth = 24;
  const html = `${'<table><tr><td>word'.repeat(depth)}${'</td></tr></table>'.repeat(depth)}`;
  const document = htmlToRichText(html, { notes: createNotes(), place: 'a', keepsLines: false });
  expect(JSON.stringify(document).match(/word/g)).toHaveLength(depth);
});

it('reads a line of very many line breaks', () => {
  const html = `<p>${'<br>'.repeat(400_000)}one${'<br>'.repeat(400_000)}</p>`;
  const document = htmlToRichText(html, { notes: createNotes(), place: 'a', keepsLines: false });
  expect(document).toMatchObject({ content: [{ content: [{ text: 'one' }] }] });
});

it('reads very many elements inside another one', () => {
  const words = '<i>a</i>'.repeat(200_000);
  const rules = '<hr>'.repeat(200_000);
  const document = htmlToRichText(`<div><span>${words}</span>${rules}</div>`, {
    ...{ notes: createNotes(), place: 'a', keepsLines: false },
  });
  expect(document.content).toHaveLength(200_001);
});
