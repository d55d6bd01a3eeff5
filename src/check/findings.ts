import { checkContent } from '../change/validate.ts';
import { trimEnds } from '../lib/trimEnds.ts';
import { findBeyondRoom, NO_ROOM } from '../model/blockRoom.ts';
import { canonicalPath } from '../model/canonicalPath.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Entry, Lookup, Problem } from '../model/entry.ts';
import { inWords } from '../model/errors.ts';
import { checkDefaults } from '../model/fields/checkDefaults.ts';
import { documentsIn } from '../model/fields/documents.ts';
import { entriesOf } from '../model/fields/entries.ts';
import { isFieldType } from '../model/fields/kinds.ts';
import { within } from '../model/fields/problem.ts';
import { isMapping } from '../model/fields/values.ts';
import type { Kind, Records } from '../model/records.ts';
import { guessed, unknownFieldsOf, valuesOf } from '../model/recordValues.ts';
import type { Reference, ValuePath } from '../model/reference.ts';
import { siteLinksIn } from '../model/richText/links.ts';
import { unshownOf } from '../model/shownValues.ts';
import { settingsOf } from '../model/siteSettings.ts';
import { findTermByKey } from '../model/term.ts';
import { keysKnownAt } from '../store/fileNotes.ts';
import type { Store } from '../store/store.ts';
import type { Scope } from './scope.ts';

/** Something wrong with a file, before its place is looked up. */
export interface Finding {
  readonly path: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Of the value concerned; absent where `line` is known or the file as a whole is meant. */
  readonly at?: ValuePath;
  readonly line?: number;
  readonly column?: number;
}

type Rule = (entry: Entry, lookup: Store) => readonly Finding[];

/** Everything that is wrong with the records of a store, or with those in the files of a scope. */
export function findAll(store: Store, scope: Scope = null): readonly Finding[] {
  const entries = KINDS.filter((kind) => entityOf(kind).home === 'content').flatMap((kind) => [...store.all(kind)]);
  return [
    ...store.problems().map(toFinding),
    ...(entries as readonly Entry[])
      .filter(({ path }) => scope === null || scope.has(path))
      .flatMap((entry) => RULES.flatMap((rule) => rule(entry, store))),
  ];
}

const toFinding = (problem: Problem): Finding => ({ ...problem, severity: 'error' });

const finding = (
  entry: Entry,
  severity: Finding['severity'],
  code: string,
  message: string,
  at: ValuePath,
): Finding => ({ path: entry.path, severity, code, message, at });

/** What the rules of writing say: fields, required ones of published pages, regions, schemas. */
const contentRule: Rule = (entry, lookup) =>
  // The entry's kind says what its data is; given as its own past, what is gone is left to the references.
  checkContent(entry.kind, entry.data as Records[Kind], lookup, entry.data as Records[Kind]).map((detail) =>
    finding(entry, 'error', 'VALIDATION', inWords(detail), inFile(detail.path)),
  );

/** Names on the wire that files write otherwise. */
const FILE_NAMES: Readonly<Record<string, string>> = { typeId: 'type', blockTypeSlug: 'type', blockId: 'block' };
const inFile = (path: ValuePath): ValuePath => path.map((step) => FILE_NAMES[step] ?? step);

const referenceRule: Rule = (entry, lookup) =>
  (entityOf(entry.kind).references?.(entry.data, lookup) ?? [])
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

function exists({ kind, key }: Reference, lookup: Lookup): boolean {
  if (kind === 'pageSlug') return true;
  return kind === 'term' ? findTermByKey(lookup, key) !== undefined : lookup.byKey(kind, key) !== undefined;
}

/** Links in rich text that lead to no page, or to one that nobody may see. */
const linkRule: Rule = (entry, lookup) =>
  valuesOf(entry, lookup).flatMap(({ schema, values, path }) =>
    documentsIn(schema, values, path).flatMap(({ document, path: at }) =>
      siteLinksIn(document).flatMap((link) => {
        const state = stateOf(link.address, lookup);
        const here = [...at, ...link.path];
        if (state === 'missing')
          return [finding(entry, 'error', 'BROKEN_LINK', `links to "${link.address}", which is no page`, here)];
        return state === 'hidden'
          ? [finding(entry, 'warning', 'HIDDEN_LINK', `links to "${link.address}", which is not published`, here)]
          : [];
      }),
    ),
  );

/** What stands at an address of the site: pages of the default locale without, of others with their locale before. */
function stateOf(address: string, lookup: Lookup): 'shown' | 'hidden' | 'missing' {
  if (/^\/(?:api|media|sitemap(?:-\d+)?\.xml)(?:\/|$)/.test(address)) return 'shown';
  const { defaultLocale, supportedLocales, homeSlug } = settingsOf(lookup);
  const [first = '', ...rest] = trimEnds(address, /\//).split('/');
  const isLocale = supportedLocales.includes(first);
  const slug = (isLocale ? rest : [first, ...rest]).join('/') || homeSlug;
  const page = lookup.byKey('page', `${isLocale ? first : defaultLocale}/${slug}`);
  if (page) return page.data.status === 'published' ? 'shown' : 'hidden';
  const redirects = lookup.find('redirect', 'byFromPath', canonicalPath(address));
  return redirects.some(({ data }) => data.isActive) ? 'shown' : 'missing';
}

const roomRule: Rule = (entry, lookup) => {
  const place = entry.kind === 'page' ? findBeyondRoom(entry.data as Records['page'], lookup) : undefined;
  return place ? [finding(entry, 'error', 'LIMIT', NO_ROOM, ['regions', place.region, place.index, 'block'])] : [];
};

const unknownRule: Rule = (entry, lookup) =>
  unknownFieldsOf(entry, lookup).map((problem) => ({ ...problem, severity: 'warning' }));

const unshownRule: Rule = (entry) => unshownOf(entry).map(toFinding);

const localeRule: Rule = (entry, lookup) => {
  const { locale } = entry.data as { readonly locale?: string };
  if (entry.kind !== 'page' || settingsOf(lookup).supportedLocales.includes(locale ?? '')) return [];
  return [finding(entry, 'warning', 'UNSUPPORTED_LOCALE', `the locale "${locale}" is not among supportedLocales`, [])];
};

/** Each of the files is warned of: which one is to leave the group is not for us to say. */
const translationRule: Rule = (entry, lookup) => {
  if (entry.kind !== 'page') return [];
  const { locale, translationGroup = '' } = entry.data as Records['page'];
  const other = lookup
    .find('page', 'byTranslationGroup', translationGroup)
    .find(({ id, data }) => id !== entry.id && data.locale === locale);
  if (!other) return [];
  const message = `${other.path} has the same locale in the same translation group`;
  return [finding(entry, 'warning', 'DOUBLE_TRANSLATION', message, ['translationGroup'])];
};

const mediaRule: Rule = (entry, lookup) =>
  entry.kind === 'media' && lookup.referring('media', entry.key).length === 0
    ? [finding(entry, 'warning', 'UNUSED_MEDIA', 'nothing shows this media item', [])]
    : [];

const fieldsRule: Rule = (entry, lookup) => {
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

/** Fields of kinds that accept any JSON, nested ones too, with where they stand in their schema. */
const unknownKindsIn = (schema: unknown, at: ValuePath): readonly UnknownKind[] =>
  entriesOf(schema).flatMap(({ path, definition, nestedPath }) => {
    const { name, type, fields } = isMapping(definition) ? definition : {};
    const here = [...at, ...path];
    const own = isText(name) && isText(type) && !isFieldType(type) ? [{ name, type, path: here }] : [];
    return [...own, ...unknownKindsIn(fields, [...here, ...nestedPath])];
  });

const isText = (value: unknown): value is string => typeof value === 'string';

/** What the notes on its file say: keys that nobody reads, and what `--fix` would put in order. */
const notesRule: Rule = (entry, store) => {
  const { unknown = [], missing = [], unordered } = store.fileAt(entry.path)?.notes ?? {};
  const form = (code: string, message: string): Finding => finding(entry, 'warning', code, message, []);
  return [
    ...unknown.map((at) => finding(entry, 'warning', 'UNKNOWN_KEY', unknownKey(entry.kind, at), at)),
    ...missing.map((key) => form('NOT_STAMPED', `has no ${key} of its own`)),
    ...(unordered ? [form('KEY_ORDER', `keys are not in the usual order: ${unordered.join(', ')}`)] : []),
  ];
};

const unknownKey = (kind: Kind, at: ValuePath): string =>
  `${at.join('.')} is no key of this kind of file (${nounOf(kind)}) and not read${guessed(at, keysKnownAt(kind, at))}`;

const RULES: readonly Rule[] = [
  contentRule,
  referenceRule,
  linkRule,
  roomRule,
  unknownRule,
  unshownRule,
  localeRule,
  translationRule,
  mediaRule,
  fieldsRule,
  notesRule,
];
