import fc from 'fast-check';
import { character } from '../../character.ts';

type Attrs = Readonly<Record<string, unknown>>;

/** A document, node or mark as a test writes it. */
export interface TestNode {
  readonly type: string;
  readonly attrs?: Attrs;
  readonly content?: readonly TestNode[];
  readonly marks?: readonly TestNode[];
  readonly text?: string;
}

export const node = (type: string, ...content: readonly TestNode[]): TestNode => ({
  type,
  ...(content.length > 0 && { content }),
});
export const withAttrs = (attrs: Attrs, one: TestNode): TestNode => ({ ...one, attrs });
export const mark = (type: string, attrs?: Attrs): TestNode => ({ type, ...(attrs && { attrs }) });
export const text = (value: string, ...marks: readonly TestNode[]): TestNode => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
});
export const doc = (...content: readonly TestNode[]): TestNode => node('doc', ...content);
export const paragraph = (...content: readonly TestNode[]): TestNode => node('paragraph', ...content);
export const image = (attrs: Attrs): TestNode => ({ type: 'image', attrs });
export const heading = (level: number, ...content: readonly TestNode[]): TestNode =>
  withAttrs({ level }, node('heading', ...content));
export const item = (...content: readonly TestNode[]): TestNode => node('listItem', ...content);
export const cell = (value: string): TestNode => node('tableCell', value === '' ? paragraph() : paragraph(text(value)));
export const header = (value: string): TestNode => node('tableHeader', paragraph(text(value)));

const HREFS = ['/visit', 'https://example.org/a?b=c&d=(e)', 'mailto:a@example.org', 'tel:+123', '#top', '../x y', ''];
const SOURCES = ['media:harbour', '/a.png', 'https://example.org/ü.png'];

/** Mostly words, mixed with anything that could be taken for Markdown or HTML. */
const words = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...['a', ' ', '*', '_', '`', '#', '-', '+', '1.', '>', '[', ']', '(', ')', '!', '<', '&amp;', '~', '|', '\\'],
          ...[
            '\n',
            '\t',
            '<u>',
            '</u>',
            '<br>',
            '<!-- x -->',
            '---',
            '===',
            '```',
            'é',
            '日本',
            '😀',
            '\u00a0',
            ':',
            '.',
          ],
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: character, minLength: 1, maxLength: 10 }) },
);

const orNothing = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(null) }, value);

const attrsOf = (shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Attrs> =>
  fc.record(shape).map((attrs) => Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== undefined)));

const link = attrsOf({
  href: fc.constantFrom(...HREFS),
  target: orNothing(fc.constantFrom('_self', '_blank')),
  rel: orNothing(fc.constantFrom('noopener', 'a "b" <c>')),
  title: orNothing(words),
  class: orNothing(fc.constant('button')),
}).map((attrs) => mark('link', attrs));

const simpleMark = fc
  .constantFrom('bold', 'italic', 'underline', 'strike', 'code', 'subscript', 'superscript')
  .map((type) => mark(type));

const marks = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.uniqueArray(fc.oneof({ weight: 4, arbitrary: simpleMark }, link), { maxLength: 3, selector: ({ type }) => type }),
);

const imageNode = attrsOf({
  src: orNothing(fc.constantFrom(...SOURCES)),
  alt: orNothing(words),
  title: orNothing(words),
  href: orNothing(fc.constantFrom(...HREFS)),
  target: orNothing(fc.constant('_blank')),
  linkTarget: orNothing(fc.constantFrom('_blank', '_self', 'map')),
  float: orNothing(fc.constantFrom('none', 'left', 'center')),
  caption: orNothing(words),
  width: orNothing(fc.constantFrom(320, '320', '50%', 'auto')),
  height: orNothing(fc.constantFrom(200, '20em')),
}).map((attrs) => image(attrs));

const marked = (one: fc.Arbitrary<TestNode>): fc.Arbitrary<TestNode> =>
  fc.tuple(one, marks).map(([value, list]) => (list.length > 0 ? { ...value, marks: list } : value));

const inline = marked(
  fc.oneof(
    { weight: 8, arbitrary: words.map((value) => text(value)) },
    { weight: 1, arbitrary: fc.constant(node('hardBreak')) },
    { weight: 1, arbitrary: imageNode },
  ),
);
const inlines = fc.array(inline, { maxLength: 5 });

const listAttrs = attrsOf({ start: orNothing(fc.constantFrom(0, 1, 7, 999_999_999)) });
const cellAttrs = attrsOf({
  colspan: orNothing(fc.constantFrom(1, 1, 2)),
  rowspan: orNothing(fc.constant(1)),
  align: orNothing(fc.constantFrom('left', 'right')),
});
const code = fc.tuple(
  attrsOf({ language: orNothing(fc.constantFrom('ts', 'json quire', 'c++ {1}', '`', 'a  b ')) }),
  fc.oneof(words, fc.constantFrom('<<<<<<< a\n=======\n>>>>>>> b', 'let a;\n', '\n', '```\n````')),
);

const withMaybe = (attrs: Attrs, one: TestNode): TestNode => (Object.keys(attrs).length > 0 ? { ...one, attrs } : one);

const { block } = fc.letrec<{ block: TestNode; blocks: TestNode[]; item: TestNode; table: TestNode }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3 }),
  item: tie('blocks').map((content) => item(...content)),
  table: fc.integer({ min: 1, max: 3 }).chain((width) =>
    fc
      .tuple(
        fc.array(fc.tuple(cellAttrs, inlines), { minLength: width, maxLength: width }),
        fc.array(fc.array(fc.tuple(cellAttrs, tie('blocks')), { minLength: width, maxLength: width }), {
          maxLength: 2,
        }),
        fc.boolean(),
      )
      .map(([head, rows, isPlain]) =>
        node(
          'table',
          node('tableRow', ...head.map(([attrs, c]) => withMaybe(attrs, node('tableHeader', paragraph(...c))))),
          ...rows.map((row) =>
            node(
              'tableRow',
              ...row.map(([attrs, c]) =>
                withMaybe(isPlain ? {} : attrs, node('tableCell', ...(isPlain ? [paragraph(text('x|y'))] : c))),
              ),
            ),
          ),
        ),
      ),
  ),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: inlines.map((content) => paragraph(...content)) },
    fc.tuple(fc.integer({ min: 2, max: 6 }), inlines).map(([level, content]) => heading(level, ...content)),
    code.map(([attrs, value]) => withMaybe(attrs, node('codeBlock', text(value)))),
    imageNode,
    fc.constant(node('horizontalRule')),
    fc.array(tie('item'), { maxLength: 3 }).map((items) => node('bulletList', ...items)),
    fc
      .tuple(listAttrs, fc.array(tie('item'), { maxLength: 3 }))
      .map(([attrs, items]) => withMaybe(attrs, node('orderedList', ...items))),
    tie('blocks').map((content) => node('blockquote', ...content)),
    tie('table'),
  ),
}));

/** Any document that `checkRichText` accepts. */
export const documents = (): fc.Arbitrary<TestNode> =>
  fc.array(block, { maxLength: 5 }).map((content) => doc(...content));
