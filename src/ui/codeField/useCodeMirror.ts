import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { InputHistory, SetOptions } from '../form/document.ts';
import { look } from './theme.ts';

interface CodeMirrorOptions {
  readonly value: string;
  onChange(value: string, options?: SetOptions): void;
  readonly language?: string;
  /** What the editor has beside what all have, when it opens; by itself what is of use in code. */
  readonly extensions?: Extension;
  /** Called before the editor is seen. */
  onOpen?(view: EditorView): void;
  readonly isReadOnly?: boolean;
  readonly hint?: string;
  /** The history of the form that the text is part of; without it the editor has one of its own. */
  readonly history?: InputHistory;
  /** Attributes of the editable element: `aria-…`, `id`, `dir`. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The parts that may change while the editor is open. */
interface EditorCompartments {
  readonly language: Compartment;
  readonly attributes: Compartment;
  readonly access: Compartment;
  readonly lines: Compartment;
}

interface Open {
  readonly view: EditorView;
  readonly slots: EditorCompartments;
}

/** Opens a code editor in an element. It shows `value` and reports what is typed. */
export function useCodeMirror(parent: RefObject<HTMLElement | null>, options: CodeMirrorOptions): void {
  const open = useRef<Open | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const { value, language, isReadOnly = false, attributes, history: ofForm } = options;
  const restored = useSyncExternalStore(ofForm?.subscribe ?? noChanges, () => ofForm?.restored());

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once; changes are applied below
  useLayoutEffect(() => {
    const slots = {
      ...{ language: new Compartment(), attributes: new Compartment() },
      ...{ access: new Compartment(), lines: new Compartment() },
    };
    const state = EditorState.create({ doc: value, extensions: [...BASE, ...extensionsOf(latest, slots)] });
    const view = new EditorView({ state, parent: parent.current! });
    open.current = { view, slots };
    latest.current.onOpen?.(view);
    return () => view.destroy();
  }, []);

  const seen = useRef(restored);
  useEffect(() => {
    if (open.current !== null) showText(open.current, value, restored !== seen.current);
    seen.current = restored;
  }, [value, restored]);

  useEffect(() => {
    let isLatest = true;
    void loadLanguage(language).then((extension) => {
      const { view, slots } = open.current!;
      if (!isLatest) return;
      view.dispatch({ effects: slots.language.reconfigure(extension) });
      // Measurements made before the styles were loaded may be wrong.
      view.requestMeasure();
    });
    return () => {
      isLatest = false;
    };
  }, [language]);

  const attributesText = JSON.stringify(attributes);
  useEffect(() => {
    const { view, slots } = open.current!;
    view.dispatch({
      effects: [
        slots.attributes.reconfigure(EditorView.contentAttributes.of(JSON.parse(attributesText))),
        slots.access.reconfigure(accessOf(isReadOnly)),
      ],
    });
  }, [attributesText, isReadOnly]);
}

const noChanges = (): (() => void) => () => undefined;

const OF_CODE: readonly Extension[] = [lineNumbers(), highlightActiveLine()];

const BASE: readonly Extension[] = [
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  indentOnInput(),
  EditorView.lineWrapping,
  // A read-only editor must be reachable by keyboard too, so that it can be scrolled.
  EditorView.contentAttributes.of({ tabindex: '0' }),
  // Tab leaves the field: keyboard users must be able to get out of it.
  keymap.of(defaultKeymap),
  look,
];

const accessOf = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
];

function extensionsOf(latest: RefObject<CodeMirrorOptions>, slots: EditorCompartments): readonly Extension[] {
  const { value, hint, isReadOnly = false, attributes, extensions = OF_CODE, history: ofForm } = latest.current;
  return [
    extensions,
    ...(ofForm === undefined ? [history(), keymap.of(historyKeymap)] : []),
    slots.language.of([]),
    slots.attributes.of(EditorView.contentAttributes.of({ ...attributes })),
    slots.access.of(accessOf(isReadOnly)),
    ...(hint === undefined ? [] : [placeholder(hint)]),
    slots.lines.of(lineSeparatorFor(value)),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const text = state.sliceDoc();
      if (docChanged && text !== latest.current.value)
        latest.current.onChange(text, { isSeparate: transactions.some(isSeparate) });
    }),
  ];
}

/** What is a step of its own in the history: anything but letters that are typed or deleted. */
const SEPARATE = ['input.paste', 'input.drop', 'move', 'format'];
const isSeparate = (transaction: Transaction): boolean => SEPARATE.some((event) => transaction.isUserEvent(event));

const hasWindowsLines = (value: string): boolean => value.includes('\r\n');

/** Keeps the line endings of text written on Windows. */
const lineSeparatorFor = (value: string): Extension =>
  hasWindowsLines(value) ? EditorState.lineSeparator.of('\r\n') : [];

/** Shows a value set from outside. Only the difference is replaced, so that the cursor stays in place; undo leads it there. */
function showText({ view, slots }: Open, value: string, isRestored: boolean): void {
  if (hasWindowsLines(value) !== (view.state.facet(EditorState.lineSeparator) === '\r\n') && value !== '')
    view.dispatch({ effects: slots.lines.reconfigure(lineSeparatorFor(value)) });
  const { state } = view;
  const next = state.toText(value);
  if (next.eq(state.doc)) return;
  const [now, then] = [state.doc.toString(), next.toString()];
  let from = 0;
  while (from < now.length && now[from] === then[from]) from += 1;
  let end = 0;
  while (end < Math.min(now.length, then.length) - from && now.at(-1 - end) === then.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from, to: now.length - end, insert: next.slice(from, next.length - end) },
    ...(isRestored && view.hasFocus && { selection: { anchor: next.length - end }, scrollIntoView: true }),
  });
}

const load: Readonly<Record<string, () => Promise<Extension>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
};

/** Other names for the same languages. */
const ALIASES: Readonly<Record<string, string>> = {
  md: 'markdown',
  yml: 'yaml',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  ts: 'javascript',
  tsx: 'javascript',
  typescript: 'javascript',
  scss: 'css',
  svg: 'html',
  xml: 'html',
};

/** Loads the colours and indentation of a language; empty for an unknown one. */
async function loadLanguage(language = ''): Promise<Extension> {
  const name = language.toLowerCase();
  const known = ALIASES[name] ?? name;
  return Object.hasOwn(load, known) ? ((await load[known]?.()) ?? []) : [];
}
