import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { CodedPart, CodedText } from './codedText.ts';

/** Texts on their way to translators and back. */
export interface TranslationFile {
  readonly from: string;
  readonly to: string;
  readonly pages: readonly FilePage[];
}

export interface FilePage {
  /** The page that is translated. */
  readonly id: number;
  /** The version (blob id) of its file that the texts were taken from. */
  readonly rev: string;
  /** `en/about`; for people. */
  readonly key: string;
  readonly units: readonly FileUnit[];
}

export interface FileUnit {
  /** Names the text in its page. */
  readonly id: string;
  /** Tells translators where the text is. */
  readonly note?: string | undefined;
  readonly source: CodedText;
  /** Null if there is no translation yet. */
  readonly target: CodedText | null;
  /** Whether somebody still has to translate it, or to look at its translation. */
  readonly isOpen: boolean;
}

export const FILE_FORMATS = ['xliff', 'xliff2', 'json'] as const;
export type TranslationFormat = (typeof FILE_FORMATS)[number];

/** The largest file that is read. */
export const MAX_TRANSLATION_BYTES = 16 * 1024 * 1024;
/** The most texts of a file that is read. */
export const MAX_TRANSLATION_UNITS = 100_000;
/** Codes within codes. */
export const MAX_CODE_DEPTH = 30;

/** @throws CmsError VALIDATION: the file cannot be read */
export function refuseFile(message: string): never {
  throw invalidAt(['file'], because('translationFile', message, {}));
}

/** `page-12-<rev>`: what a file of XLIFF is called, which tools keep. */
export const namePage = ({ id, rev }: Pick<FilePage, 'id' | 'rev'>): string => `page-${id}-${rev}`;

export function readPageName(name: string): Pick<FilePage, 'id' | 'rev'> | undefined {
  const [, id, rev] = /^page-(\d{1,15})-([0-9a-f]{40})$/.exec(name) ?? [];
  return id === undefined || rev === undefined ? undefined : { id: Number(id), rev };
}

/** What the first line of the JSON format says. */
const JSON_FORMAT = 'quire-translation-1';

export const writeJsonFile = ({ from, to, pages }: TranslationFile): string =>
  `${JSON.stringify(
    {
      format: JSON_FORMAT,
      sourceLocale: from,
      targetLocale: to,
      pages: pages.map(({ id, rev, key, units }) => ({
        ...{ page: id, rev, key },
        units: units.map(({ id: name, note, source, target, isOpen }) => ({
          ...{ id: name, ...(note !== undefined && { note }), source: shortenCoded(source) },
          ...(target ? { target: shortenCoded(target), state: isOpen ? 'open' : 'done' } : { target: null }),
        })),
      })),
    },
    null,
    2,
  )}\n`;

const shortenCoded = (text: CodedText): string | CodedText => {
  const [only, ...others] = text;
  return typeof only === 'string' && others.length === 0 ? only : text;
};

/** @throws CmsError VALIDATION if it is not a file that `writeJsonFile` may have written */
export function readJsonFile(text: string): TranslationFile {
  const value = parseTranslationJson(text);
  if (!isPlainObject(value) || value['format'] !== JSON_FORMAT)
    refuseFile('is neither XLIFF nor a file of translations');
  const { sourceLocale, targetLocale, pages } = value;
  if (typeof sourceLocale !== 'string' || typeof targetLocale !== 'string' || !Array.isArray(pages))
    return refuseFile('must name its languages and list its pages');
  let units = 0;
  const read = pages.map((page: unknown): FilePage => {
    if (!isPlainObject(page) || !Number.isSafeInteger(page['page']) || !Array.isArray(page['units']))
      return refuseFile('has a page without an id or without a list of texts');
    units += page['units'].length;
    if (units > MAX_TRANSLATION_UNITS) refuseFile(`has more than ${MAX_TRANSLATION_UNITS} texts`);
    const { page: id, rev, key } = page;
    return {
      ...{ id: id as number, rev: String(rev), key: typeof key === 'string' ? key : String(id) },
      units: page['units'].map(readJsonUnit),
    };
  });
  return { from: sourceLocale, to: targetLocale, pages: read };
}

function parseTranslationJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseFile('is not complete JSON');
  }
}

function readJsonUnit(unit: unknown): FileUnit {
  if (!isPlainObject(unit) || typeof unit['id'] !== 'string') return refuseFile('has a text without an id');
  const { id, source, target, state } = unit;
  const words = target === undefined || target === null ? null : readJsonCoded(target, 0);
  return { id, source: readJsonCoded(source, 0), target: words, isOpen: state === 'open' };
}

function readJsonCoded(value: unknown, depth: number): CodedText {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value) || depth > MAX_CODE_DEPTH) return refuseFile('has a text that is no text');
  return value.map((part: unknown): CodedPart => {
    if (typeof part === 'string') return part;
    if (!isPlainObject(part) || typeof part['code'] !== 'string') return refuseFile('has a text that is no text');
    const { code, content } = part;
    return content === undefined ? { code } : { code, content: readJsonCoded(content, depth + 1) };
  });
}
