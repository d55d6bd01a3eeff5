import { expect, it } from 'vitest';
import { plainPage } from '../../src/ui/screens/page/preview/plainPage.ts';

const page = (fields: object) => ({ title: 'Tides', locale: 'en', fields, regions: {} }) as never;

const render = (fields: readonly object[], values: object, language = 'en'): string =>
  plainPage(page(values), { type: { fields } as never, blockTypes: [], language, yes: 'Yes' });

it('says days in the words of the reader, and facts by their labels in one list', () => {
  const fields = [
    { name: 'begins', type: 'date', label: 'Begins' },
    { name: 'places', type: 'integer', label: 'Places' },
    { name: 'isFree', type: 'boolean', label: 'Free' },
    { name: 'isFull', type: 'boolean', label: 'Full' },
    { name: 'kind', type: 'select', options: [{ value: 'talk', label: 'A talk' }] },
  ];
  const shown = render(fields, { begins: '2026-05-09', places: 1200, isFree: true, isFull: false, kind: 'talk' });
  expect(shown).toContain('<time datetime="2026-05-09">May 9, 2026</time>');
  expect(shown.match(/<dl>/g)).toHaveLength(1);
  expect(shown).toContain('<dt>Places</dt><dd>1,200</dd>');
  expect(shown).toContain('<dt>Free</dt><dd>Yes</dd>');
  expect(shown).not.toContain('Full');
  expect(shown).toContain('<dd>A talk</dd>');
  expect(render(fields.slice(0, 1), { begins: '2026-05-09' }, 'de')).toContain('9. Mai 2026');
});

it('renders Markdown, and escapes HTML in it', () => {
  const shown = render([{ name: 'body', type: 'markdown' }], {
    body: '## Times\n\n- *High* at six\n\n<script>x</script>',
  });
  expect(shown).toContain('<h2>Times</h2>');
  expect(shown).toContain('<li><em>High</em> at six</li>');
  expect(shown).not.toContain('<script>');
});

it('shows pictures with their captions, and links to nothing that could run a script', () => {
  const fields = [
    { name: 'hero', type: 'media' },
    { name: 'more', type: 'link' },
    { name: 'site', type: 'url' },
  ];
  const hero = { url: '/media/1/a.webp', width: 800, alt: 'Sea', caption: 'The bay' };
  const shown = render(fields, { hero, more: { text: 'Timetable', url: '/tides' }, site: 'javascript:alert(1)' });
  expect(shown).toContain('<img src="/media/1/a.webp" alt="Sea"><figcaption>The bay</figcaption>');
  expect(shown).toContain('<a href="/tides">Timetable</a>');
  expect(shown).not.toContain('href="javascript:');
});
