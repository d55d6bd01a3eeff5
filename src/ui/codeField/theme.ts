import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const lightDark = (light: string, dark: string): string => `light-dark(${light}, ${dark})`;

/** Each colour as a pair for light and dark; the page decides which. All have a contrast of at least 4.5. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: lightDark('#8a2575', '#e3a1d6') },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: lightDark('#1f6b3a', '#8fd3a5') },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: lightDark('#9a4a00', '#f0b67f') },
  {
    tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)],
    color: lightDark('#155f6c', '#80c2ca'),
  },
  { tag: [tags.typeName, tags.className, tags.tagName], color: lightDark('#1d5fa0', '#9cc5ef') },
  { tag: [tags.comment, tags.meta], color: lightDark('#5c676d', '#95a0a6'), fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: lightDark('#155f6c', '#80c2ca'), textDecoration: 'underline' },
  { tag: tags.invalid, color: lightDark('#b42318', '#ff9d94') },
]);

const LOOK = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', backgroundColor: 'transparent', fontSize: 'var(--mantine-font-size-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'currentColor', paddingBlock: '10px' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  // The selection is painted below the lines.
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, currentColor 4%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfe7ea, #1d4a52)',
  },
  '.cm-placeholder': { color: 'var(--quiet)' },
});

export const look = [LOOK, syntaxHighlighting(COLOURS)];
