import { checkContent } from '../change/validate/validate.ts';
import { compareText } from '../lib/text/compareText.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Entry, Problem, ProblemCode } from '../model/entry.ts';
import { inWords } from '../model/errors.ts';
import { entriesOf } from '../model/fields/entries.ts';
import { isFieldType } from '../model/fields/kinds/kinds.ts';
import { within } from '../model/fields/problem.ts';
import { checkDefaults } from '../model/fields/schema/checkDefaults.ts';
import { isMapping } from '../model/fields/values.ts';
import { findBeyondRoom, NO_ROOM } from '../model/page/blockRoom.ts';
import { unshownOf } from '../model/page/shownValues.ts';
import { findTermByKey } from '../model/page/term.ts';
import type { Kind, Records } from '../model/records.ts';
import { guessed, unknownFieldsOf } from '../model/recordValues.ts';
import type { Reference, ValuePath } from '../model/reference.ts';
import { settingsOf } from '../model/siteSettings.ts';
import { keysKnownAt } from '../store/file/fileNotes.ts';
import { isLookedAt } from '../store/home.ts';
import type { Store } from '../store/store.ts';
import { linkRule, linksIn, mentionRule, namesIn, redirectRule } from './links.ts';
import { type FoundFiles, findInMedia } from './mediaFindings.ts';
import { type Finding, finding, type Rule } from './rule.ts';
import type { Scope } from './scope.ts';
import { type Sound, soundIn } from './sound.ts';

/** The result of checking one record. */
export interface CheckedRecord {
  readonly findings: readonly Finding[];
  /** The names it uses that others' findings depend on: link targets, and the media items that it shows. */
  readonly names: readonly string[];
}

/** Checks one record against the others; at most the first hundred findings. */
export function checkEntry(entry: Entry, lookup: Sound): CheckedRecord {
  const references = entityOf(entry.kind).references?.(entry.data, lookup) ?? [];
  const subject = { entry, lookup, references, links: linksIn(entry, lookup) };
  const record = { kind: entry.kind, id: entry.id, key: entry.key };
  const media = references.flatMap(({ kind, key }) => (kind === 'media' ? `media:${key}` : []));
  return {
    findings: RULES.flatMap((rule) => rule(subject))
      .slice(0, MAX_FINDINGS)
      .map((found) => Object.assign(found, { record })),
    names: [...new Set([...media, ...namesIn(entry, subject.links, lookup)])],
  };
}

const MAX_FINDINGS = 100;

/** The findings about files and their ids, keys and unique values. */
export const findingsOfFiles = (store: Store): readonly Finding[] =>
  store
    .problems()
    .filter(({ path }) => isLookedAt('content', path))
    .map((problem) => {
      const record = store.broken.has(problem.path) ? undefined : store.fileAt(problem.path);
      const entry = record && store.byKey(record.kind, record.key);
      const served = entry?.path === problem.path && { record: { kind: entry.kind, id: entry.id, key: entry.key } };
      return Object.assign(toFinding(problem), served);
    });

/**
 * All findings about the records of a store, or about those in the files of a scope.
 *
 * @param media the media files, if they can be listed
 */
export function findAll(store: Store, scope: Scope = null, media: FoundFiles | null = null): readonly Finding[] {
  const lookup = soundIn(store);
  const entries = KINDS.filter((kind) => entityOf(kind).home === 'content').flatMap((kind) => [...lookup.all(kind)]);
  return [
    ...findingsOfFiles(store),
    ...(entries as readonly Entry[])
      .filter(({ path }) => scope === null || scope.has(path))
      .flatMap((entry) => checkEntry(entry, lookup).findings),
    ...(media ? findInMedia(lookup, media) : []),
  ];
}

const toFinding = (problem: Problem): Finding => ({ ...problem, severity: 'error' });

/** The checks that a write makes too: fields, required fields of published pages, regions, schemas. */
const contentRule: Rule = ({ entry, lookup }) =>
  // The entry's kind determines its data. It is its own previous version, so `referenceRule` alone reports missing
  // targets.
  checkContent(entry.kind, entry.data as Records[Kind], lookup, entry.data as Records[Kind]).map((detail) =>
    finding(entry, 'error', 'VALIDATION', inWords(detail), inFile(detail.path)),
  );

/** Wire names that are spelled differently in files. */
const FILE_NAMES: Readonly<Record<string, string>> = { typeId: 'type', blockTypeSlug: 'type', blockId: 'block' };
const inFile = (path: ValuePath): ValuePath => path.map((step) => FILE_NAMES[step] ?? step);

const referenceRule: Rule = ({ entry, lookup, references }) =>
  references
    .filter((reference) => !exists(reference, lookup))
    .map(({ kind, key, path }) =>
      finding(
        entry,
        'error',
        'DANGLING_REFERENCE',
        `mentions the ${nounOf(kind)} "${key}", which does not exist`,
        path,
      ),
    );

const nounOf = (kind: Reference['kind']): string => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function exists({ kind, key }: Reference, lookup: Sound): boolean {
  if (kind === 'pageSlug') return true;
  if (kind !== 'term') return lookup.byKey(kind, key) !== undefined || lookup.mayHold(kind, key);
  return findTermByKey(lookup, key) !== undefined || lookup.mayHold('taxonomy', key.split('/')[0]!);
}

const roomRule: Rule = ({ entry, lookup }) => {
  const place = entry.kind === 'page' ? findBeyondRoom(entry.data as Records['page'], lookup) : undefined;
  return place ? [finding(entry, 'error', 'LIMIT', NO_ROOM, ['regions', place.region, place.index, 'block'])] : [];
};

const unknownRule: Rule = ({ entry, lookup }) =>
  unknownFieldsOf(entry, lookup).map((problem) => ({ ...problem, severity: 'warning' }));

const unshownRule: Rule = ({ entry }) => unshownOf(entry).map(toFinding);

const localeRule: Rule = ({ entry, lookup }) => {
  const { locale } = entry.data as { readonly locale?: string };
  if (entry.kind !== 'page' || settingsOf(lookup).supportedLocales.includes(locale ?? '')) return [];
  return [finding(entry, 'warning', 'UNSUPPORTED_LOCALE', `the locale "${locale}" is not among supportedLocales`, [])];
};

/** Reports each of the files: which one should leave the group is for people to decide. */
const translationRule: Rule = ({ entry, lookup }) => {
  if (entry.kind !== 'page') return [];
  const { locale, translationGroup = '' } = entry.data as Records['page'];
  const [other] = lookup
    .find('page', 'byTranslationGroup', translationGroup)
    .filter(({ id, data }) => id !== entry.id && data.locale === locale)
    .toSorted((a, b) => compareText(a.path, b.path));
  if (!other) return [];
  const message = `${other.path} has the same locale in the same translation group`;
  return [finding(entry, 'warning', 'DOUBLE_TRANSLATION', message, ['translationGroup'])];
};

const mediaRule: Rule = ({ entry, lookup }) =>
  entry.kind === 'media' && lookup.referring('media', entry.key).length === 0
    ? [finding(entry, 'warning', 'UNUSED_MEDIA', 'nothing uses this media item', [])]
    : [];

const fieldsRule: Rule = ({ entry, lookup }) => {
  if (entry.kind !== 'contentType' && entry.kind !== 'blockType') return [];
  const { fieldsSchema } = entry.data as Records['blockType'];
  return [
    ...unknownKindsIn(fieldsSchema, ['fieldsSchema']).map(({ name, type, path }) =>
      finding(entry, 'warning', 'UNKNOWN_FIELD_KIND', `the field "${name}" is of the unknown kind "${type}"`, path),
    ),
    ...within(['fieldsSchema'], checkDefaults(fieldsSchema, lookup)).map((detail) =>
      finding(entry, 'warning', 'UNFIT_DEFAULT', inWords(detail), detail.path),
    ),
  ];
};

interface UnknownKind {
  readonly name: string;
  readonly type: string;
  readonly path: ValuePath;
}

/** Fields of unknown kinds, which accept any JSON, with their places in the schema; nested ones too. */
const unknownKindsIn = (schema: unknown, at: ValuePath): readonly UnknownKind[] =>
  entriesOf(schema).flatMap(({ path, definition, nestedPath }) => {
    const { name, type, fields } = isMapping(definition) ? definition : {};
    const here = [...at, ...path];
    const own = isText(name) && isText(type) && !isFieldType(type) ? [{ name, type, path: here }] : [];
    return [...own, ...unknownKindsIn(fields, [...here, ...nestedPath])];
  });

const isText = (value: unknown): value is string => typeof value === 'string';

/** Unknown keys, and what `--fix` would repair, from the notes on the file. */
const notesRule: Rule = ({ entry, lookup }) => {
  const { unknown = [], missing = [], unordered } = lookup.notesOn(entry) ?? {};
  const form = (code: ProblemCode, message: string): Finding => finding(entry, 'warning', code, message, []);
  return [
    ...unknown.map((at) => finding(entry, 'warning', 'UNKNOWN_KEY', unknownKey(entry.kind, at), at)),
    ...missing.map((key) => form('NOT_STAMPED', `has no ${key} of its own`)),
    ...(unordered ? [form('KEY_ORDER', `keys are not in the usual order: ${unordered.join(', ')}`)] : []),
  ];
};

const unknownKey = (kind: Kind, at: ValuePath): string =>
  `${at.join('.')} is not a known key of a ${nounOf(kind)} file and is ignored${guessed(at, keysKnownAt(kind, at))}`;

const RULES: readonly Rule[] = [
  contentRule,
  referenceRule,
  linkRule,
  mentionRule,
  redirectRule,
  roomRule,
  unknownRule,
  unshownRule,
  localeRule,
  translationRule,
  mediaRule,
  fieldsRule,
  notesRule,
];
