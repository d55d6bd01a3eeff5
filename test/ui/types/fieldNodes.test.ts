import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveNode, stepFrom } from '../../../src/ui/parts/tree/moves.ts';
import {
  copyFieldNode,
  type FieldNode,
  findSiblingFields,
  nodeAt,
  readFieldNodes,
  removeFieldNode,
  schemaOfNodes,
  withAdded,
  withCopy,
  withField,
} from '../../../src/ui/screens/types/fields/layout/fieldNodes.ts';

const text = (name: string, more: object = {}) => ({ name, type: 'text', ...more });
const group = (name: string, fields: unknown, type = 'object') => ({ name, type, fields });

/** The node of the field with this name, wherever it is. */
function find(nodes: readonly FieldNode[], name: string): FieldNode {
  const found = (all: readonly FieldNode[]): FieldNode | undefined => {
    for (const node of all) {
      const here = node.field.name === name ? node : found(node.children);
      if (here) return here;
    }
    return undefined;
  };
  return found(nodes)!;
}

/** Schemas with keys that no version knows, lists and objects by names in each other. */
const { schema } = fc.letrec((tie) => ({
  own: fc.dictionary(fc.constantFrom('note', 'ui', 'settings', 'min', 'options', 'fields2'), fc.jsonValue(), {
    maxKeys: 3,
  }),
  field: fc
    .tuple(fc.constantFrom('text', 'select', 'object', 'repeater', 'galaxy'), tie('own'), tie('inner'))
    .map(([type, own, fields]) => ({ ...(own as object), type, ...(fields !== undefined && { fields }) })),
  inner: fc.option(tie('schema'), { nil: undefined, depthSize: 'small' }),
  names: fc.uniqueArray(fc.stringMatching(/^[a-z]{2,4}$/), { maxLength: 3 }),
  schema: fc
    .tuple(tie('names'), fc.array(tie('field'), { minLength: 3, maxLength: 3 }), fc.boolean())
    .map(([names, fields, isList]) => {
      const entries = (names as string[]).map((name, at) => [name, fields[at] as object] as const);
      return isList ? entries.map(([name, field]) => ({ ...field, name })) : Object.fromEntries(entries);
    }),
}));

it('writes a schema that nobody has changed as it was, whatever it holds', () => {
  fc.assert(
    fc.property(schema, (given) => {
      const nodes = readFieldNodes(given);
      fc.pre(nodes !== null);
      expect(schemaOfNodes(nodes!, given)).toStrictEqual(given);
    }),
  );
});

it('keeps the keys of a field in their order when a field inside is edited', () => {
  const before = [{ name: 'rows', fields: [text('a')], type: 'repeater', note: 1 }];
  const nodes = readFieldNodes(before)!;
  const edited = withField(nodes, find(nodes, 'a').id, { field: text('a', { label: 'A' }) });
  expect(JSON.stringify(schemaOfNodes(edited, before))).toBe(
    '[{"name":"rows","fields":[{"name":"a","type":"text","label":"A"}],"type":"repeater","note":1}]',
  );
});

it('moves fields into groups and out of them, and never into a field that holds none', () => {
  const before = [text('one'), group('box', []), text('two')];
  const nodes = readFieldNodes(before)!;
  const two = find(nodes, 'two').id;
  const inside = moveNode(nodes, two, stepFrom(nodes, two, 'in')!);
  expect(schemaOfNodes(inside, before)).toEqual([text('one'), group('box', [text('two')])]);
  const outside = moveNode(inside, two, stepFrom(inside, two, 'out')!);
  expect(schemaOfNodes(outside, before)).toEqual(before);
  const box = find(nodes, 'box').id;
  expect(stepFrom(nodes, box, 'in')).toBeUndefined();
});

it('leaves an empty list where the last field of a group has gone', () => {
  const before = [group('box', [text('inner')])];
  const nodes = readFieldNodes(before)!;
  expect(schemaOfNodes(removeFieldNode(nodes, find(nodes, 'inner').id), before)).toEqual([group('box', [])]);
});

it('lets conditions beside a field follow its name, and no others', () => {
  const asked = (name: string) => text(name, { condition: { field: 'kind', equals: 'a' } });
  const before = [text('kind'), asked('more'), group('box', [asked('inner')])];
  const nodes = readFieldNodes(before)!;
  const renamed = withField(nodes, find(nodes, 'kind').id, { field: text('sort') });
  const [, more, box] = schemaOfNodes(renamed, before) as [unknown, object, object];
  expect(more).toMatchObject({ condition: { field: 'sort' } });
  expect(box).toEqual(before[2]);
});

it('keeps fields inside that are written as a JSON Schema', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } } };
  const before = [group('box', inner), text('one')];
  const nodes = readFieldNodes(before)!;
  expect(find(nodes, 'box').isLeaf).toBe(true);
  expect(schemaOfNodes(nodes, before)).toEqual(before);
});

it('gives a copy of a field a name of its own, and adds where it is asked to', () => {
  const before = [text('one'), group('box', [text('inner')])];
  const nodes = readFieldNodes(before)!;
  const box = find(nodes, 'box');
  const copied = withCopy(nodes, copyFieldNode(box), box.id);
  expect(schemaOfNodes(copied, before)).toEqual([...before, group('box2', [text('inner')])]);
  const added = withAdded(nodes, { id: -1, field: text('new'), children: [] }, box.id);
  expect(schemaOfNodes(added, before)).toEqual([text('one'), group('box', [text('inner'), text('new')])]);
  expect(findSiblingFields(added, -1).map(({ field }) => field.name)).toEqual(['inner', 'new']);
});

it('finds the field that a problem of the server is about', () => {
  const nodes = readFieldNodes([text('one'), group('box', { inner: { type: 'text' } })])!;
  expect(nodeAt(nodes, ['1', 'fields', 'inner', 'pattern'])).toEqual({ node: find(nodes, 'inner'), rest: ['pattern'] });
  expect(nodeAt(nodes, ['1', 'fields'])).toEqual({ node: find(nodes, 'box'), rest: ['fields'] });
  expect(nodeAt(nodes, ['7', 'name'])).toBeUndefined();
});
