import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSentence } from '../../../src/ui/parts/asSentence.ts';
import { buildPublicUrl } from '../../../src/ui/parts/buildPublicUrl.ts';
import { hyphenate } from '../../../src/ui/parts/hyphenate.ts';
import { localeName } from '../../../src/ui/parts/localeName.ts';
import {
  classifyMimeType,
  dimensions,
  focusOf,
  lacksAlt,
  mediaItemName,
  sizeText,
  smallUrl,
} from '../../../src/ui/parts/media/shown.ts';
import { pluralName } from '../../../src/ui/parts/pluralName.ts';
import {
  findNode,
  flattenTree,
  matching,
  moveNode,
  spotOfDrop,
  stepFrom,
  type TreeNode,
  toOrder,
} from '../../../src/ui/parts/tree/moves.ts';
import { refOf, toBranchName } from '../../../src/ui/wire/chosenChange.ts';

describe('a tree', () => {
  const node = (id: number, ...children: readonly TreeNode[]): TreeNode => ({ id, children });
  const TREE = [node(1, node(2, node(3)), node(4)), { ...node(5), isLeaf: true }, node(6)];
  const idsOf = (nodes: readonly TreeNode[]) =>
    flattenTree(nodes).map(({ node: { id }, depth }) => `${'.'.repeat(depth)}${id}`);

  it('is shown as lines, without what is folded', () => {
    expect(idsOf(TREE)).toEqual(['1', '.2', '..3', '.4', '5', '6']);
    expect(flattenTree(TREE, (id) => id === 2).map(({ node: { id }, parentId }) => [id, parentId])).toEqual([
      [1, null],
      [2, 1],
      [4, 1],
      [5, null],
      [6, null],
    ]);
  });

  it('is narrowed to what matches and what is above it', () => {
    expect(idsOf(matching(TREE, ({ id }) => id === 3 || id === 6))).toEqual(['1', '.2', '..3', '6']);
    expect(matching(TREE, () => false)).toEqual([]);
    expect([findNode(TREE, 3)?.id, findNode(TREE, 9)]).toEqual([3, undefined]);
  });

  it.each([
    [1, 'up', undefined],
    [1, 'down', { parentId: null, index: 1 }],
    [6, 'down', undefined],
    [4, 'up', { parentId: 1, index: 0 }],
    [4, 'in', { parentId: 2, index: 1 }],
    [2, 'in', undefined],
    [6, 'in', undefined],
    [3, 'out', { parentId: 1, index: 1 }],
    [4, 'out', { parentId: null, index: 1 }],
    [6, 'out', undefined],
    [9, 'up', undefined],
  ] as const)('has from %i one step %s: %j', (id, step, expected) => {
    expect(stepFrom(TREE, id, step)).toEqual(expected);
  });

  it('takes a node along with what is below it, and stays as it was without one', () => {
    expect(idsOf(moveNode(TREE, 2, { parentId: 6, index: 0 }))).toEqual(['1', '.4', '5', '6', '.2', '..3']);
    expect(moveNode(TREE, 9, { parentId: null, index: 0 })).toBe(TREE);
    expect(toOrder(TREE).map(({ id, parentId, position }) => [id, parentId, position])).toEqual([
      ...[
        [1, null, 0],
        [2, 1, 0],
        [3, 2, 0],
        [4, 1, 1],
        [5, null, 1],
        [6, null, 2],
      ],
    ]);
  });

  it.each([
    ['over the last line, a level in', { id: 1, overId: 6, steps: 1 }, { parentId: 6, index: 0, depth: 1 }],
    ['inwards below what holds nothing', { id: 6, overId: 6, steps: 5 }, { parentId: null, index: 2, depth: 0 }],
    ['deeper than is allowed', { id: 4, overId: 4, steps: 5 }, { parentId: 2, index: 1, depth: 2 }],
    ['outwards', { id: 4, overId: 4, steps: -5 }, { parentId: null, index: 1, depth: 0 }],
    ['outwards, with others below', { id: 3, overId: 3, steps: -5 }, { parentId: 1, index: 1, depth: 1 }],
    ['to the very top', { id: 6, overId: 1, steps: 3 }, { parentId: null, index: 0, depth: 0 }],
    ['over nothing', { id: 6, overId: 9, steps: 0 }, undefined],
  ])('has a place for a node that is dragged %s', (_, drop, expected) => {
    const folded = drop.id === 1 ? [1] : [];
    const lines = flattenTree(TREE, (id) => folded.includes(id));
    expect(spotOfDrop(lines, { ...drop, maxDepth: 2 })).toEqual(expected);
  });

  it('loses and doubles nothing, wherever its nodes are dragged', () => {
    const drags = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 6 }), over: fc.nat(5), steps: fc.integer({ min: -3, max: 3 }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(drags, (all) => {
        let tree: readonly TreeNode[] = TREE;
        for (const { id, over, steps } of all) {
          const lines = flattenTree(tree, (one) => one === id);
          const spot = spotOfDrop(lines, { id, overId: lines[over % lines.length]!.node.id, steps, maxDepth: 3 });
          if (spot) tree = moveNode(tree, id, spot);
          const ids = flattenTree(tree).map(({ node: { id: one } }) => one);
          expect(ids.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
          expect(findNode(tree, 5)?.children).toEqual([]);
        }
      }),
    );
  });
});

describe('a file', () => {
  it.each([
    ['image/png', 'image'],
    ['video/mp4', 'video'],
    ['audio/ogg', 'audio'],
    ['application/zip', 'archive'],
    ['application/x-7z-compressed', 'archive'],
    ['application/pdf', 'document'],
    ['', 'document'],
  ])('of the type %s is for people: %s', (mimeType, expected) => {
    expect(classifyMimeType(mimeType)).toBe(expected);
  });

  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [12_345, '12 kB'],
    [1_500_000, '1.5 MB'],
    [5e13, '50,000 GB'],
  ])('of %i bytes has the size %s', (bytes, expected) => {
    expect(sizeText(bytes, 'en')).toBe(expected);
  });

  it('is told by its title, else by its name, and has a middle', () => {
    expect(mediaItemName({ title: null, originalName: 'a.jpg' })).toBe('a.jpg');
    expect(mediaItemName({ title: 'A', originalName: 'a.jpg' })).toBe('A');
    expect(focusOf({ focalPoint: null })).toEqual({ x: 0.5, y: 0.5 });
    expect(focusOf({ focalPoint: { x: 0, y: 1 } })).toEqual({ x: 0, y: 1 });
    expect(focusOf({ focalPoint: { x: 0 } as never })).toEqual({ x: 0.5, y: 0.5 });
    expect(dimensions({ width: 3, height: null })).toBeNull();
    expect(dimensions({ width: 3, height: 2 })).toBe('3 × 2');
    expect(smallUrl({ srcset: '/a 320w, /b 640w', url: '/c' })).toBe('/a');
    expect(smallUrl({ srcset: null, url: '/c' })).toBe('/c');
  });

  it.each([
    ['image/png', null, true],
    ['image/png', '  ', true],
    ['image/png', 'Sea', false],
    ['video/mp4', null, false],
  ])('of the type %s with the text %j lacks one: %s', (mimeType, altText, expected) => {
    expect(lacksAlt({ mimeType, altText })).toBe(expected);
  });
});

describe('words', () => {
  it.each([
    ['must be set', 'Must be set.'],
    ['Why?', 'Why?'],
    ['', '.'],
  ])('"%s" are the sentence "%s"', (message, expected) => {
    expect(asSentence(message)).toBe(expected);
  });

  it.each([
    ['Article', { plural: 'News' }, 'News'],
    ['Article', { plural: ' ' }, 'Article'],
    ['Article', { plural: 7 }, 'Article'],
    ['Article', null, 'Article'],
  ])('for several of %s with %j are %s', (name, settings, expected) => {
    expect(pluralName({ name, settings })).toBe(expected);
  });

  it.each([
    ['fr', 'en', 'French'],
    ['fr', 'de', 'Französisch'],
    ['no such locale', 'en', 'no such locale'],
  ])('for the locale %s in %s are %s', (locale, language, expected) => {
    expect(localeName(locale, language)).toBe(expected);
  });

  it.each([
    ['a b', 3, 'a-b', 3],
    ['a  b', 4, 'a-b', 3],
    ['a  b', null, 'a-b', 3],
    [' ab', 1, '-ab', 1],
  ])(
    '"%s" with the caret at %s become "%s", and the caret stays where it was',
    (value, selectionStart, expected, caret) => {
      const moves: number[] = [];
      const input = {
        value,
        selectionStart,
        setSelectionRange: (at: number) => moves.push(at),
      } as unknown as HTMLInputElement;
      expect(hyphenate(input)).toBe(expected);
      expect([input.value, moves]).toEqual([expected, [caret]]);
    },
  );

  it('that need no hyphen are not touched', () => {
    const input = Object.freeze({ value: 'a-b', selectionStart: 1 }) as unknown as HTMLInputElement;
    expect(hyphenate(input)).toBe('a-b');
  });
});

describe('the way to', () => {
  it.each([
    [{ slug: 'about', locale: 'en' }, 'https://a.example/about'],
    [{ slug: 'home', locale: 'en' }, 'https://a.example/'],
    [{ slug: 'home', locale: 'de' }, 'https://a.example/de'],
    [{ slug: 'news/sea', locale: 'de' }, 'https://a.example/de/news/sea'],
  ])('the page %j is %s', (page, expected) => {
    const settings = { siteUrl: 'https://a.example/', defaultLocale: 'en', homeSlug: 'home' } as Parameters<
      typeof buildPublicUrl
    >[1];
    expect(buildPublicUrl(page, settings)).toBe(expected);
  });

  it.each([
    ['spring', 'change/spring'],
    ['~feature~x', 'feature/x'],
  ])('the change %s is the branch %s', (name, branch) => {
    expect(refOf(name)).toBe(branch);
    expect(toBranchName(`refs/heads/${branch}`)).toBe(branch);
    expect(toBranchName(`refs/remotes/${branch}`)).toBe(branch);
  });
});
