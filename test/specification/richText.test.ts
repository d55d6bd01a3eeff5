import { describe, expect, it } from 'vitest';
import { type Walked, walkSite } from './site.ts';

const walked = walkSite(makeTexts);

async function makeTexts({ write }: Walked): Promise<Readonly<Record<string, number>>> {
  const type = { name: 'Text', slug: 'text', fieldsSchema: [{ name: 'body', type: 'richtext' }], regions: [] };
  const { id } = await write('POST /content-types', type);
  return { text: id };
}

let made = 0;
/** Writes a document, and returns what the public reads of it. */
async function read(document: unknown): Promise<{ status: number; json?: unknown; html?: unknown; errors?: unknown }> {
  made += 1;
  const slug = `text-${made}`;
  const page = { title: 'Text', slug, typeId: walked.ids['text'], status: 'published', fields: { body: document } };
  const { status, body } = await walked.admin('POST /pages', page);
  if (status !== 201) return { status, errors: body.errors };
  const bodyOf = async (query: string) => (await walked.read(`/pages/${slug}${query}`)).body.data.fields.body;
  return { status, json: await bodyOf(''), html: await bodyOf('?richtext=html') };
}

const doc = (...content: readonly object[]) => ({ type: 'doc', content });
const text = (words: string, ...marks: readonly object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const node = (type: string, attrs: object | null, ...content: readonly object[]) => ({
  type,
  ...(attrs && { attrs }),
  content,
});
const paragraph = (...content: readonly object[]) => node('paragraph', null, ...content);
const image = (attrs: object) => ({ type: 'image', attrs: { src: '/a.png', alt: 'A', ...attrs } });
const a = paragraph(text('a'));

describe('Rich text document: node types', () => {
  it.each([
    ['paragraph (p)', a, '<p>a</p>'],
    ...[2, 3, 4, 5, 6].map(
      (level) =>
        [
          `heading (h${level} by attrs level)`,
          node('heading', { level }, text('a')),
          `<h${level}>a</h${level}>`,
        ] as const,
    ),
    [
      'bulletList (ul), listItem (li)',
      node('bulletList', null, node('listItem', null, a)),
      '<ul><li><p>a</p></li></ul>',
    ],
    ['orderedList (ol)', node('orderedList', null, node('listItem', null, a)), '<ol><li><p>a</p></li></ol>'],
    ['blockquote', node('blockquote', null, a), '<blockquote><p>a</p></blockquote>'],
    ['codeBlock (pre/code)', node('codeBlock', null, text('a < b')), '<pre><code>a &lt; b</code></pre>'],
    [
      'codeBlock (optional language class)',
      node('codeBlock', { language: 'ts' }, text('a')),
      '<pre><code class="language-ts">a</code></pre>',
    ],
    ['image', image({}), '<img src="/a.png" alt="A">'],
    [
      'table (with rows, header cells and cells)',
      node(
        'table',
        null,
        node('tableRow', null, node('tableHeader', null, a)),
        node('tableRow', null, node('tableCell', null, a)),
      ),
      '<table><thead><tr><th><p>a</p></th></tr></thead><tbody><tr><td><p>a</p></td></tr></tbody></table>',
    ],
    ['horizontalRule', { type: 'horizontalRule' }, '<hr>'],
    ['hardBreak', paragraph(text('a'), { type: 'hardBreak' }, text('b')), '<p>a<br>b</p>'],
  ] as const)('%s', async (_, content, html) => {
    const document = doc(content);
    expect(await read(document)).toEqual({ status: 201, json: document, html });
  });
});

describe('Rich text document: marks', () => {
  it.each([
    ['bold', 'strong'],
    ['italic', 'em'],
    ['underline', 'u'],
    ['strike', 's'],
    ['code', 'code'],
    ['subscript', 'sub'],
    ['superscript', 'sup'],
  ])('%s (%s)', async (type, tag) => {
    const document = doc(paragraph(text('a', { type })));
    expect(await read(document)).toEqual({ status: 201, json: document, html: `<p><${tag}>a</${tag}></p>` });
  });
  it('link (a; attrs href)', async () => {
    const document = doc(paragraph(text('a', { type: 'link', attrs: { href: '/visit' } })));
    expect(await read(document)).toEqual({ status: 201, json: document, html: '<p><a href="/visit">a</a></p>' });
  });
});

describe('Image attrs', () => {
  it.each([
    ['src, alt, title', { title: 'T' }, '<img src="/a.png" alt="A" title="T">'],
    ['width: CSS width such as a percentage', { width: '50%' }, '<img src="/a.png" alt="A" style="width: 50%">'],
    ['float: none', { float: 'none' }, '<img src="/a.png" alt="A">'],
    ['float: left', { float: 'left' }, '<img src="/a.png" alt="A" style="float: left">'],
    ['float: right', { float: 'right' }, '<img src="/a.png" alt="A" style="float: right">'],
    [
      'float: center',
      { float: 'center' },
      '<img src="/a.png" alt="A" style="display: block; margin-left: auto; margin-right: auto">',
    ],
    [
      'caption: optional figure caption',
      { caption: 'C' },
      '<figure><img src="/a.png" alt="A"><figcaption>C</figcaption></figure>',
    ],
    ['href: wraps the rendered image in a link', { href: '/visit' }, '<a href="/visit"><img src="/a.png" alt="A"></a>'],
    [
      'linkTarget: optional link target such as _blank',
      { href: '/visit', linkTarget: '_blank' },
      '<a href="/visit" target="_blank" rel="noopener"><img src="/a.png" alt="A"></a>',
    ],
    ['without href, a bare image', { linkTarget: '_blank' }, '<img src="/a.png" alt="A">'],
  ] as const)('%s', async (_, attrs, html) => {
    const document = doc(image(attrs));
    expect(await read(document)).toEqual({ status: 201, json: document, html });
  });
});

describe('Rich text document', () => {
  it('Root: { type: doc, content: [nodes] }; other roots, nodes and marks are VALIDATION', async () => {
    for (const [document, path] of [
      [a, ['fields', 'body', 'type']],
      ['<p>a</p>', ['fields', 'body']],
      [doc({ type: 'script' }), ['fields', 'body', 'content', '0', 'type']],
      [doc(node('heading', { level: 1 }, text('a'))), ['fields', 'body', 'content', '0', 'attrs', 'level']],
      [
        doc(paragraph(text('a', { type: 'blink' }))),
        ['fields', 'body', 'content', '0', 'content', '0', 'marks', '0', 'type'],
      ],
    ] as const) {
      expect(await read(document)).toEqual({
        status: 400,
        errors: [{ code: 'VALIDATION', message: expect.any(String), path }],
      });
    }
  });
});
