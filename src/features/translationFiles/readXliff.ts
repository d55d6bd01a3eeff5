import { Parser } from 'htmlparser2';
import type { CodedPart, CodedText } from './codedText.ts';
import {
  type FilePage,
  type FileUnit,
  MAX_CODE_DEPTH,
  MAX_TRANSLATION_UNITS,
  readPageName,
  refuseFile,
  type TranslationFile,
} from './translationFile.ts';

/** An element of a unit. */
interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** The elements around units. */
const OUTER: ReadonlySet<string> = new Set(['xliff', 'file', 'body', 'group']);
const UNITS: ReadonlySet<string> = new Set(['trans-unit', 'unit']);
const MAX_OUTER_DEPTH = 100;
const MAX_DEPTH = MAX_CODE_DEPTH + 10;
const MAX_ELEMENTS_OF_UNIT = 10_000;

/** Reads XLIFF piece by piece. */
export interface XliffReader {
  write(piece: string): void;
  /** @throws CmsError VALIDATION if the file is not complete */
  end(): TranslationFile;
}

/**
 * Makes a reader of XLIFF 1.x and 2.x. Document types are refused, so nothing is declared that could be expanded or
 * fetched. @throws CmsError VALIDATION if the file is no such XLIFF, or exceeds a limit
 */
export function createXliffReader(): XliffReader {
  const state: ReadingState = {
    outer: [],
    open: [],
    pages: [],
    from: '',
    to: '',
    units: 0,
    elements: 0,
    isWhole: false,
  };
  let openedAt = -1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        openedAt = parser.endIndex;
        openXliffElement(name, attributes, state);
      },
      ontext: (text) => void state.open.at(-1)?.children.push(text),
      onclosetag: (name, isImplied) => {
        // An empty element is closed where it is opened.
        if (isImplied && parser.endIndex !== openedAt)
          refuseFile(`is not well-formed: <${name.slice(0, 50)}> is not closed`);
        closeXliffElement(state);
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase().startsWith('!')) refuseFile('has a document type, which is not read');
      },
    },
    { xmlMode: true, decodeEntities: true, recognizeSelfClosing: true },
  );
  return {
    write: (piece) => parser.write(piece),
    end() {
      parser.end();
      if (!state.isWhole) refuseFile('is not complete XLIFF');
      return { from: state.from, to: state.to, pages: state.pages };
    },
  };
}

interface ReadingState {
  readonly outer: string[];
  /** The elements of the present unit, the outermost first. */
  readonly open: XmlElement[];
  readonly pages: (FilePage & { readonly units: FileUnit[] })[];
  from: string;
  to: string;
  units: number;
  elements: number;
  isWhole: boolean;
}

function openXliffElement(name: string, attributes: Readonly<Record<string, string>>, state: ReadingState): void {
  const { open, outer } = state;
  if (outer.length === 0 && (name !== 'xliff' || !/^[12]\./.test(attributes['version'] ?? '')))
    refuseFile('is not XLIFF 1.2 or 2');
  const startsUnit = UNITS.has(name) && outer.every((one) => OUTER.has(one));
  if (open.length > 0 || startsUnit) {
    state.elements = startsUnit ? 1 : state.elements + 1;
    if (open.length > MAX_DEPTH || state.elements > MAX_ELEMENTS_OF_UNIT)
      refuseFile('has a text that nests too deeply');
    const element: XmlElement = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
    return;
  }
  if (outer.length > MAX_OUTER_DEPTH) refuseFile('nests too deeply');
  outer.push(name);
  if (name === 'xliff') noteLocales(attributes['srcLang'], attributes['trgLang'], state);
  if (name === 'file' && outer.length === 2) openXliffFile(attributes, state);
}

function noteLocales(from: string | undefined, to: string | undefined, state: ReadingState): void {
  if ((from && state.from && from !== state.from) || (to && state.to && to !== state.to))
    refuseFile('has several languages');
  state.from ||= from ?? '';
  state.to ||= to ?? '';
}

function openXliffFile(attributes: Readonly<Record<string, string>>, state: ReadingState): void {
  noteLocales(attributes['source-language'], attributes['target-language'], state);
  // XLIFF 1.2 calls the file's name `original`, XLIFF 2 `id`.
  const name = [attributes['original'], attributes['id']].find((one) => one !== undefined && readPageName(one));
  const key = attributes['product-name'] ?? attributes['original'] ?? attributes['id'] ?? '';
  state.pages.push({ ...(readPageName(name ?? '') ?? { id: 0, rev: '' }), key, units: [] });
}

function closeXliffElement(state: ReadingState): void {
  const element = state.open.pop();
  if (!element) {
    state.isWhole ||= state.outer.pop() === 'xliff';
    return;
  }
  if (state.open.length > 0) return;
  state.units += 1;
  if (state.units > MAX_TRANSLATION_UNITS) refuseFile(`has more than ${MAX_TRANSLATION_UNITS} texts`);
  state.pages.at(-1)?.units.push(readXliffUnit(element));
}

const childrenNamed = ({ children }: XmlElement, ...names: readonly string[]): readonly XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string' && names.includes(child.name));

/** States of texts that still have to be translated or looked at, in both versions. */
const OPEN_STATES = /^(?:initial|new|needs-.*)$/;

function readXliffUnit(unit: XmlElement): FileUnit {
  const id = unit.attributes['id'] ?? '';
  // Tools split the texts of XLIFF 2 into sentences.
  const segments = unit.name === 'unit' ? childrenNamed(unit, 'segment', 'ignorable') : [unit];
  const parts = segments.map((segment) => {
    const [source] = childrenNamed(segment, 'source');
    const [target] = childrenNamed(segment, 'target');
    const state = segment.attributes['state'] ?? target?.attributes['state'];
    const given = target ?? (segment.name === 'ignorable' ? source : undefined);
    return { source, given, isOpen: OPEN_STATES.test(state ?? '') };
  });
  const isTranslated = parts.length > 0 && parts.every(({ given }) => given);
  return {
    ...{ id, isOpen: parts.some(({ isOpen }) => isOpen) },
    source: readInlineCodes(parts.flatMap(({ source }) => source?.children ?? [])),
    target: isTranslated ? readInlineCodes(parts.flatMap(({ given }) => given?.children ?? [])) : null,
  };
}

/** Marks of tools, whose content is read as if they were not there. */
const TRANSPARENT: ReadonlySet<string> = new Set(['mrk']);
/** Halves of a code whose ends tools have put apart. */
const STARTS: ReadonlySet<string> = new Set(['bx', 'bpt', 'sc']);
const ENDS: ReadonlySet<string> = new Set(['ex', 'ept', 'ec']);
const AROUND: ReadonlySet<string> = new Set(['g', 'pc']);

function readInlineCodes(children: XmlElement['children']): CodedText {
  const root: CodedPart[] = [];
  const halves: { readonly code: string; readonly parts: CodedPart[] }[] = [];
  const parts = (): CodedPart[] => halves.at(-1)?.parts ?? root;
  const read = (list: XmlElement['children']): void => {
    for (const child of list) {
      if (typeof child === 'string') parts().push(child);
      else if (TRANSPARENT.has(child.name)) read(child.children);
      else if (STARTS.has(child.name) && halves.length < MAX_CODE_DEPTH) {
        const half = { code: child.attributes['id'] ?? '', parts: [] };
        parts().push({ code: half.code, content: half.parts });
        halves.push(half);
      } else if (ENDS.has(child.name)) {
        const { startRef, rid, id } = child.attributes;
        const half = halves.pop();
        // A code that nothing knows refuses the text when it is placed.
        if (half?.code !== (startRef ?? rid ?? id)) parts().push({ code: '' });
      } else parts().push(readInlineCode(child));
    }
  };
  read(children);
  return halves.length > 0 ? [...root, { code: '' }] : root;
}

const readInlineCode = ({ name, attributes, children }: XmlElement): CodedPart => {
  const code = attributes['id'] ?? '';
  return AROUND.has(name) ? { code, content: readInlineCodes(children) } : { code };
};
