import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import type { CodedText, InlineCode } from './codedText.ts';
import { type FilePage, type FileUnit, namePage, type TranslationFile } from './translationFile.ts';

/** What the versions of XLIFF differ in. */
interface XliffDialect {
  start(file: TranslationFile): string;
  startPage(page: FilePage, file: TranslationFile): string;
  readonly endPage: string;
  unit(unit: FileUnit): string;
  code(code: InlineCode): string;
}

/** OASIS XLIFF 1.2: what most tools read. */
const XLIFF_1: XliffDialect = {
  start: () => '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n',
  startPage: (page, { from, to }) =>
    `<file original="${namePage(page)}" product-name="${escapeXml(page.key)}" source-language="${from}" target-language="${to}" datatype="plaintext"><body>\n`,
  endPage: '</body></file>\n',
  unit({ id, note, source, target, isOpen }) {
    const state = isOpen ? 'needs-review-translation' : 'translated';
    return [
      `<trans-unit id="${id}" xml:space="preserve">`,
      `<source>${writeCoded(source, XLIFF_1)}</source>`,
      target ? `<target state="${state}">${writeCoded(target, XLIFF_1)}</target>` : '',
      note === undefined ? '' : `<note>${escapeXml(note)}</note>`,
      '</trans-unit>\n',
    ].join('');
  },
  code: ({ code, type, content }) => {
    const kind = type === undefined ? '' : ` ctype="${TYPES_1[type] ?? `x-${type}`}"`;
    return content ? `<g id="${code}"${kind}>${writeCoded(content, XLIFF_1)}</g>` : `<x id="${code}"${kind}/>`;
  },
};

const TYPES_1: Readonly<Record<string, string>> = {
  ...{ bold: 'bold', italic: 'italic', underline: 'underlined', link: 'link' },
  ...{ hardBreak: 'lb', image: 'image' },
};

/** OASIS XLIFF 2.1, which shares its namespace with 2.0. */
const XLIFF_2: XliffDialect = {
  start: ({ from, to }) =>
    `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="${from}" trgLang="${to}">\n`,
  startPage: (page) => `<file id="${namePage(page)}" original="${escapeXml(page.key)}">\n`,
  endPage: '</file>\n',
  unit({ id, note, source, target, isOpen }) {
    const state = target ? ` state="${isOpen ? 'initial' : 'translated'}"` : '';
    return [
      `<unit id="${id}" xml:space="preserve">`,
      note === undefined ? '' : `<notes><note>${escapeXml(note)}</note></notes>`,
      `<segment${state}><source>${writeCoded(source, XLIFF_2)}</source>`,
      target ? `<target>${writeCoded(target, XLIFF_2)}</target>` : '',
      '</segment></unit>\n',
    ].join('');
  },
  code({ code, type, content }) {
    const kind = (type !== undefined && TYPES_2[type]) || '';
    return content ? `<pc id="${code}"${kind}>${writeCoded(content, XLIFF_2)}</pc>` : `<ph id="${code}"${kind}/>`;
  },
};

const TYPES_2: Readonly<Record<string, string>> = {
  bold: ' type="fmt" subType="xlf:b"',
  italic: ' type="fmt" subType="xlf:i"',
  underline: ' type="fmt" subType="xlf:u"',
  hardBreak: ' type="fmt" subType="xlf:lb"',
  link: ' type="link"',
  image: ' type="image"',
};

const writeCoded = (text: CodedText, dialect: XliffDialect): string =>
  text.map((part) => (typeof part === 'string' ? escapeXml(part) : dialect.code(part))).join('');

/** What XML 1.0 can hold of a text. */
const escapeXml = (text: string): string => escapeHtml(withoutControls(text));

/** The text without the characters that no XML may have. */
export const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
  text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');

const DIALECTS = { xliff: XLIFF_1, xliff2: XLIFF_2 };

/** A file of XLIFF in parts, one a page. Languages and ids are safe names. */
export function* writeXliff(file: TranslationFile, format: keyof typeof DIALECTS): Generator<string> {
  const dialect = DIALECTS[format];
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${dialect.start(file)}`;
  for (const page of file.pages)
    yield `${dialect.startPage(page, file)}${page.units.map(dialect.unit).join('')}${dialect.endPage}`;
  yield '</xliff>\n';
}
