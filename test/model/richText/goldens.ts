import {
  cell,
  doc,
  header,
  heading,
  image,
  item,
  mark,
  node,
  paragraph,
  type TestNode,
  text,
  withAttrs,
} from './documents.ts';

const LINK = mark('link', { href: 'https://example.org/?a=1&b="2"', title: 'A "title"' });

/** A document for each node, each mark, and everything else that is written in its own way. */
export const GOLDENS: Readonly<Record<string, TestNode>> = {
  'doc-empty': doc(),
  paragraph: doc(paragraph(text('One & <two>.')), paragraph(text('1. no list, # no heading, *no* emphasis'))),
  'paragraph-empty': doc(paragraph(), paragraph(text('after')), paragraph()),
  heading: doc(...[2, 3, 4, 5, 6].map((level) => heading(level, text(`Level ${level}`)))),
  bulletList: doc(
    node(
      'bulletList',
      item(paragraph(text('one'))),
      item(paragraph(text('two')), node('bulletList', item(paragraph(text('deep'))))),
      item(paragraph()),
    ),
  ),
  orderedList: doc(
    withAttrs({ start: 3 }, node('orderedList', item(paragraph(text('three'))), item(paragraph(text('four'))))),
    node('orderedList', item(paragraph(text('another list')))),
  ),
  listItem: doc(
    node('bulletList', item(paragraph(text('first')), paragraph(text('second'))), item(heading(3, text('third')))),
  ),
  blockquote: doc(node('blockquote', paragraph(text('said')), node('blockquote', paragraph(text('again'))))),
  codeBlock: doc(
    withAttrs({ language: 'ts' }, node('codeBlock', text('const a = 1 < 2;\n\n`b`'))),
    node('codeBlock', text('plain\n')),
    node('codeBlock'),
  ),
  'codeBlock-conflict': doc(node('codeBlock', text('<<<<<<< ours\n=======\n>>>>>>> theirs'))),
  image: doc(image({ src: 'media:harbour', alt: 'The harbour', title: 'At dawn' })),
  'image-inline': doc(
    paragraph(text('See '), image({ src: '/a.png', alt: 'a' }), text('.')),
    paragraph(image({ src: '/b.png' })),
  ),
  'image-href': doc(image({ src: '/a.png', alt: 'a', href: '/visit' })),
  'image-caption': doc(image({ src: '/a.png', alt: 'a', href: '/visit', target: '_blank', caption: 'A < B' })),
  'image-link-target': doc(
    image({ src: '/a.png', alt: 'a', href: '/visit', linkTarget: '_blank' }),
    image({ src: '/b.png', alt: 'b', href: '/visit', linkTarget: '_top' }),
    image({ src: '/c.png', alt: 'c', href: '/visit', linkTarget: 'map', rel: 'nofollow' }),
    image({ src: '/d.png', alt: 'd', href: '/visit', linkTarget: '', rel: 'nofollow' }),
    image({ src: '/e.png', alt: 'e', linkTarget: '_blank' }),
  ),
  'image-float': doc(
    image({ src: '/a.png', alt: 'a', float: 'left', width: '50%' }),
    image({ src: '/b.png', alt: 'b', float: 'none' }),
    image({ src: '/c.png', alt: 'c', float: 'center', width: '20em', caption: 'C' }),
    image({ src: '/d.png', alt: 'd', float: 'right', width: 320, caption: 'D' }),
  ),
  'image-caption-inline': doc(paragraph(text('before '), image({ src: '/a.png', caption: 'C' }), text(' after'))),
  'image-size': doc(
    image({ src: '/a.png', alt: '', width: 320, height: '50%' }),
    image({ src: '/b.png', alt: 'b', width: 10, height: 20 }),
  ),
  table: doc(
    node(
      'table',
      node('tableRow', header('Name'), header('Height')),
      node('tableRow', cell('a|b'), cell('')),
      node(
        'tableRow',
        cell('long text'),
        node('tableCell', paragraph(text('x', mark('bold')), node('hardBreak'), text('y'))),
      ),
    ),
  ),
  'table-spans': doc(
    node(
      'table',
      node('tableRow', withAttrs({ colspan: 2 }, header('Both'))),
      node(
        'tableRow',
        withAttrs({ rowspan: 2 }, cell('a')),
        node('tableCell', node('bulletList', item(paragraph(text('b'))))),
      ),
      node('tableRow', cell('c')),
    ),
  ),
  horizontalRule: doc(paragraph(text('above')), node('horizontalRule'), paragraph(text('below'))),
  hardBreak: doc(
    paragraph(text('a'), node('hardBreak'), text('b')),
    paragraph(text('end'), node('hardBreak')),
    heading(2, text('a'), node('hardBreak'), text('b')),
  ),
  text: doc(paragraph(text('<script>alert("&amp;")</script> \\ `x` [a](b) ![c](d) ~~e~~ _f_ a_b https://example.org'))),
  bold: doc(
    paragraph(text('a '), text('bold', mark('bold')), text(' word, un'), text('believ', mark('bold')), text('able')),
  ),
  italic: doc(paragraph(text('an '), text('italic', mark('italic')), text(' word'), text(' ', mark('italic')))),
  underline: doc(paragraph(text('an '), text('underlined', mark('underline')), text(' word'))),
  strike: doc(
    paragraph(
      text('a '),
      text('struck', mark('strike')),
      text(' word, un'),
      text('.struck', mark('strike')),
      text('able'),
    ),
  ),
  code: doc(
    paragraph(text('some '), text('a `b` <c>', mark('code')), text(' here, '), text('c', mark('code'), mark('bold'))),
  ),
  link: doc(paragraph(text('a '), text('link', LINK), text(' in bold', LINK, mark('bold')))),
  'link-target': doc(
    paragraph(text('out', mark('link', { href: 'https://example.org/', target: '_blank', rel: 'noopener "x"' }))),
  ),
  subscript: doc(paragraph(text('H'), text('2', mark('subscript')), text('O'))),
  superscript: doc(paragraph(text('x'), text('2', mark('superscript')))),
  'marks-nested': doc(
    paragraph(
      text('a', mark('bold')),
      text('b', mark('bold'), mark('italic')),
      text('c', mark('italic')),
      text('d', mark('underline'), mark('bold'), mark('strike')),
    ),
  ),
  'unusual-attributes': doc(withAttrs({ textAlign: 'center' }, paragraph(text('centred'))), paragraph(text('usual'))),
};
