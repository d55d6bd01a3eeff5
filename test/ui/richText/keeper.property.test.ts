import { getSchema } from '@tiptap/core';
import { type Node, Slice } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonical } from '../../../src/model/richText/canonical.ts';
import { checkRichText } from '../../../src/model/richText/check.ts';
import { plainText as textOfModel } from '../../../src/model/richText/plainText.ts';
import { MARKS, NODES } from '../../../src/model/richText/rules.ts';
import { attributeRulesFor } from '../../../src/ui/richText/document/attributes.ts';
import { createDocumentCodec } from '../../../src/ui/richText/document/documentCodec.ts';
import { documentExtensions } from '../../../src/ui/richText/document/extensions.ts';
import { toPlainText } from '../../../src/ui/richText/document/toPlainText.ts';
import { documents, type TestNode } from '../../model/richText/documents.ts';

const schema = getSchema(documentExtensions());
const paragraph = () => schema.nodes['paragraph']!.create(null, schema.text('Added'));

/** Documents with what no editor of Quire would write somewhere in them. */
const strange = fc
  .tuple(
    documents(),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom<unknown>(
          { type: 'callout', attrs: { kind: 'note' }, content: [{ type: 'paragraph' }] },
          { type: 'heading', attrs: { level: 1, id: 'x' }, content: [{ type: 'text', text: 'a' }] },
          { type: 'text', text: 'a', marks: [{ type: 'highlight', attrs: { color: 'red' } }, { type: 'bold' }] },
          { type: 'text', text: '' },
          { type: 'table' },
          { type: 'listItem' },
          { type: 'paragraph', attrs: null, id: 7, content: [] },
          { type: 'codeBlock', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] },
          { type: 'unknownBlock' },
          null,
          'text',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([document, additions]) => {
    const own = JSON.parse(JSON.stringify(document)) as { readonly content?: unknown[] };
    const copy = { ...own, content: own.content ?? [] };
    const lists: unknown[][] = [copy.content];
    const collect = (node: unknown): void => {
      const { content } = (node ?? {}) as { content?: unknown[] };
      if (!Array.isArray(content)) return;
      lists.push(content);
      content.forEach(collect);
    };
    copy.content.forEach(collect);
    for (const [at, what] of additions) {
      const list = lists[at % lists.length]!;
      list.splice(at % (list.length + 1), 0, what);
    }
    return copy as unknown as TestNode;
  });

const any = fc.oneof(documents(), strange);

it('knows exactly the nodes, marks and attributes of the contract', () => {
  const editorsOwn = ['inlineImage', 'unknownBlock', 'unknownInline'];
  expect(
    Object.keys(schema.nodes)
      .filter((name) => !editorsOwn.includes(name))
      .sort(),
  ).toEqual([...NODES.keys()].sort());
  expect(
    Object.keys(schema.marks)
      .filter((name) => name !== 'unknownMark')
      .sort(),
  ).toEqual([...MARKS.keys()].sort());
  // How Markdown aligns a column stands at its cells.
  const also: Readonly<Record<string, readonly string[]>> = { tableHeader: ['align'], tableCell: ['align'] };
  for (const [name, { attributes = {} }] of NODES)
    expect([name, Object.keys(attributeRulesFor(name)).sort()]).toEqual([
      name,
      [...Object.keys(attributes), ...(also[name] ?? [])].sort(),
    ]);
  for (const [name, attributes] of MARKS)
    expect(Object.keys(attributeRulesFor(name)).sort()).toEqual(Object.keys(attributes).sort());
  for (const type of [...Object.values(schema.nodes), ...Object.values(schema.marks)]) {
    const name = type.name === 'inlineImage' ? 'image' : type.name;
    const known = Object.keys(type.spec.attrs ?? {}).filter((one) => one !== 'own' && one !== 'type');
    expect([name, known.sort()]).toEqual([name, Object.keys(attributeRulesFor(name)).sort()]);
  }
});

it('writes a document that nobody has changed as the very value it was read from', () => {
  fc.assert(
    fc.property(any, (document) => {
      const keeper = createDocumentCodec(schema);
      expect(keeper.write(keeper.read(document))).toBe(document);
    }),
  );
});

it('makes of any document one that can be edited', () => {
  fc.assert(fc.property(any, (document) => createDocumentCodec(schema).read(document).check()));
});

it('leaves everything else as it was when a paragraph is added, and all of it when that is undone', () => {
  fc.assert(
    fc.property(any, fc.nat(), (document, at) => {
      const keeper = createDocumentCodec(schema);
      const state = EditorState.create({ doc: keeper.read(document) });
      const index = at % (state.doc.childCount + 1);
      const place = positionOf(state.doc, index);
      const added = state.apply(state.tr.insert(place, paragraph()));
      const written = keeper.write(added.doc) as { content: unknown[] };
      const before = (document.content ?? []).length === 0 ? [{ type: 'paragraph' }] : document.content!;
      expect(JSON.stringify(written.content.toSpliced(index, 1))).toBe(JSON.stringify(before));
      const undone = added.apply(added.tr.delete(place, place + paragraph().nodeSize));
      expect(JSON.stringify(keeper.write(undone.doc))).toBe(JSON.stringify({ ...document, content: before }));
    }),
  );
});

it('says the same when it writes every node anew', () => {
  fc.assert(
    fc.property(any, (document) => {
      const anew = createDocumentCodec(schema).write(createDocumentCodec(schema).read(document));
      expect(meaningOf(anew)).toEqual(meaningOf(document));
    }),
  );
});

it('writes what the contract accepts, whatever is cut out of a document', () => {
  fc.assert(
    fc.property(documents(), fc.nat(), fc.nat(), (document, one, other) => {
      const keeper = createDocumentCodec(schema);
      const { tr } = EditorState.create({ doc: keeper.read(document) });
      const [from = 0, to = 0] = [one, other].map((at) => at % (tr.doc.content.size + 1)).sort((a, b) => a - b);
      tr.replaceRange(from, to, Slice.empty);
      tr.doc.check();
      expect(checkRichText(keeper.write(tr.doc))).toEqual([]);
    }),
  );
});

it('counts the characters of a text as the server does', () => {
  fc.assert(
    fc.property(any, (document) => {
      expect(toPlainText(document)).toBe(textOfModel(document));
    }),
  );
});

function positionOf(doc: Node, index: number): number {
  let position = 0;
  for (let child = 0; child < index; child++) position += doc.child(child).nodeSize;
  return position;
}

/** A document in canonical form, without what the editor may do: fill what is empty, and order marks. */
function meaningOf(document: unknown): unknown {
  return withoutOrder(canonical(JSON.parse(JSON.stringify(filled(document)))));
}

const FILLED = ['doc', 'listItem', 'blockquote', 'tableCell', 'tableHeader'];

function filled(value: unknown): unknown {
  const node = value as TestNode;
  if (typeof value !== 'object' || value === null) return { type: 'stranger', value };
  const content = node.content ?? [];
  if (node.type === 'bulletList' || node.type === 'orderedList')
    return { ...node, content: content.length > 0 ? content.map(filled) : [filled({ type: 'listItem' })] };
  if (content.length > 0) return { ...node, content: content.map(filled) };
  return FILLED.includes(node.type) ? { ...node, content: [{ type: 'paragraph' }] } : node;
}

function withoutOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === 'marks' && Array.isArray(one)
      ? [...one].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : withoutOrder(one),
  ]);
  return Object.fromEntries(entries);
}
