import { type AnyExtension, Node } from '@tiptap/core';
import { isSafeSource } from '../../../model/richText/href.ts';
import { attributeRulesFor, readEditorAttributes } from './attributes.ts';
import type { JsonAttributes } from './json.ts';

/** The contract's one picture node is two in the editor: one among blocks, one within a line. */
export const PICTURES = { block: 'image', inline: 'inlineImage' } as const;

const NAMES = Object.keys(attributeRulesFor(PICTURES.block));
/** Attributes of the `<img>` element; the others are kept in `data-picture`. */
const OF_ELEMENT = ['src', 'alt', 'title', 'width', 'height'];

/** Every attribute by itself, so that a missing one removes no other. */
const definePictureAttributes = () =>
  Object.fromEntries(NAMES.map((name) => [name, { default: null, rendered: false as const }]));

/** `data-picture` is written when the editor itself copies a picture. */
function readPicture(image: Element, others: JsonAttributes = {}): JsonAttributes | false {
  const src = image.getAttribute('src');
  if (src !== null && !isSafeSource(src)) return false;
  const given = Object.fromEntries(OF_ELEMENT.map((name) => [name, image.getAttribute(name)]));
  return readEditorAttributes(PICTURES.block, { ...given, ...others, ...copied(image) });
}

function copied(image: Element): JsonAttributes {
  try {
    const value: unknown = JSON.parse(image.getAttribute('data-picture') ?? '{}');
    return typeof value === 'object' && value !== null ? (value as JsonAttributes) : {};
  } catch {
    return {};
  }
}

function readPictureFigure(figure: HTMLElement): JsonAttributes | false {
  const images = figure.querySelectorAll('img');
  const [image] = images;
  if (image === undefined || images.length > 1) return false;
  return readPicture(image, { caption: figure.querySelector('figcaption')?.textContent?.trim() || null });
}

function renderPicture(attrs: JsonAttributes): Record<string, string> {
  const given = NAMES.filter((name) => attrs[name] !== null && attrs[name] !== undefined);
  const isOfElement = (name: string): boolean => OF_ELEMENT.includes(name);
  const others = given.filter((name) => !isOfElement(name)).map((name) => [name, attrs[name]]);
  return {
    ...Object.fromEntries(given.filter(isOfElement).map((name) => [name, String(attrs[name])])),
    ...(others.length > 0 && { 'data-picture': JSON.stringify(Object.fromEntries(others)) }),
  };
}

export const BlockPicture = Node.create({
  name: PICTURES.block,
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: definePictureAttributes,
  parseHTML: () => [
    { tag: 'figure', getAttrs: readPictureFigure, priority: 60 },
    { tag: 'img', getAttrs: (image) => readPicture(image) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => ['img', { ...HTMLAttributes, ...renderPicture(node.attrs) }],
});

export const InlinePicture = Node.create({
  name: PICTURES.inline,
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: definePictureAttributes,
  parseHTML: () => [
    { tag: 'img', context: 'paragraph/|heading/', priority: 60, getAttrs: (image) => readPicture(image) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => ['img', { ...HTMLAttributes, ...renderPicture(node.attrs) }],
});

export const pictureNodes = (): readonly AnyExtension[] => [BlockPicture, InlinePicture];
