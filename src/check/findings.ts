import { splitCamelCase } from '../lib/text/splitCamelCase.ts';
import { runSteps, runStepsInSlices, type WorkSteps } from '../lib/turn/runSteps.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Entry, Lookup, Problem, ProblemCode } from '../model/entry.ts';
import { describeDetail } from '../model/errors.ts';
import { within } from '../model/fields/problem.ts';
import { checkDefaults } from '../model/fields/schema/checkDefaults.ts';
import { type UnknownInSchema, unknownInSchema } from '../model/fields/schema/unknownInSchema.ts';
import { applyMigration, type MigrationStep } from '../model/migration/migrateRecord.ts';
import { allStepsByName } from '../model/migration/migrations.ts';
import { describeOperation, fieldsBefore } from '../model/migration/operation.ts';
import { findBeyondRoom, NO_ROOM } from '../model/page/blockRoom.ts';
import { unshownOf } from '../model/page/shownValues.ts';
import { findTermByKey } from '../model/page/term.ts';
import { unknownFieldsOf } from '../model/record/recordValues.ts';
import type { Kind, Records } from '../model/records.ts';
import type { Reference, ValuePath } from '../model/reference.ts';
import { judgeRecord } from '../model/rules/judgeRecord.ts';
import { suggestName } from '../model/schema/unknownNames.ts';
import { keysKnownAt } from '../store/file/fileNotes.ts';
import { createReadRecord } from '../store/file/fileRecord.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import { isLookedAt } from '../store/home.ts';
import type { Store } from '../store/store.ts';
import { checkRecordContent } from '../write/validate/validate.ts';
import { readBroken } from './brokenFile.ts';
import { codeFailureRule, derivedRule } from './codeRules.ts';
import { graphqlNameRule } from './graphqlNames.ts';
import { entityRule, linkedNames, linkRule, linksIn, mentionRule } from './links.ts';
import type { ReadBytes } from './locateFindings.ts';
import { type FoundFiles, findInMedia } from './mediaFindings.ts';
import { localeRule, sharedRule, singleRule, translationRule, wordsRule } from './pageRules.ts';
import { type ReadableRecords, soundIn } from './readableRecords.ts';
import { type CheckRule, type Finding, finding } from './rule.ts';
import { trackReads } from './ruleReads.ts';
import type { CheckScope } from './scope.ts';

/** The result of checking one record. */
export interface CheckedRecord {
  readonly findings: readonly Finding[];
  /** The names it uses that others' findings depend on: link targets, and the media items that it shows. */
  readonly names: readonly string[];
}

/** What records are checked against. */
interface CheckContext {
  /** The records whose files can be read. */
  readonly lookup: ReadableRecords;
  readonly now: Date;
}

/** Checks one record against the others; at most the first hundred findings. */
export function checkStoreEntry(entry: Entry, { lookup, now }: CheckContext): CheckedRecord {
  const { findings, names } = checkSubject(entry, { lookup, now });
  const record = { kind: entry.kind, id: entry.id, key: entry.key };
  return { findings: findings.map((found) => Object.assign(found, { record })), names };
}

interface BrokenParts extends Omit<CheckContext, 'now'> {
  readonly store: Store;
  readonly read: ReadBytes;
}

/**
 * Makes the function that finds what else is wrong with a file that does not fit its schema, so that all of it can be
 * mended at once.
 */
export function createCheckBroken({ store, lookup, read }: BrokenParts): (path: string, now: Date) => CheckedRecord {
  const readRecord = createReadRecord();
  return (path, now) => {
    const located = locateFile('content', path);
    const isOfSchema = store.broken.get(path)?.every(({ code }) => code === 'SCHEMA');
    const bytes = located && isOfSchema ? read(path) : null;
    const broken = bytes && readBroken({ located: located!, path, bytes, lookup, readRecord });
    if (!broken) return NOTHING;
    const { findings, names } = checkSubject(broken.entry, { lookup: { ...lookup, notesOn: () => broken.notes }, now });
    return { findings: findings.filter(({ at = [] }) => !broken.isUnfit(at)), names };
  };
}

const NOTHING: CheckedRecord = { findings: [], names: [] };

function checkSubject(entry: Entry, { lookup, now }: CheckContext): CheckedRecord {
  const references = entityOf(entry.kind).references?.(entry.data, lookup) ?? [];
  const read = new Set<string>();
  // Only rules of code read what no index tells.
  const judged = lookup.code.rules.isEmpty ? lookup : trackReads(lookup, (name) => read.add(name));
  const subject = { entry, lookup, judged, now, references, links: linksIn(entry, lookup) };
  const media = references.flatMap(({ kind, key }) => (kind === 'media' ? `media:${key}` : []));
  return {
    findings: RULES.flatMap((rule) => rule(subject)).slice(0, MAX_FINDINGS),
    names: [...new Set([...media, ...linkedNames(entry, subject.links, lookup), ...read])],
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

interface FindOptions {
  /** The files to look at; all of them if null. */
  readonly scope?: CheckScope;
  /** The media files, if they can be listed. */
  readonly media?: FoundFiles | null;
  /** Reads the files that do not fit their schemas; without it, nothing else is found in them. */
  readonly read?: ReadBytes;
  /** The time that rules are given. */
  readonly now: Date;
}

/** All findings about the records of a store, or about those in some files. */
export const findInStore = (store: Store, options: FindOptions): readonly Finding[] =>
  runSteps(findInSteps(store, options));

/** The same in slices, so that others are served meanwhile. */
export const findInSlices = (store: Store, options: FindOptions): Promise<readonly Finding[]> =>
  runStepsInSlices(findInSteps(store, options));

/** The same in steps of one record each: any link of a large site may lead to what a change hides. */
export function* findInSteps(
  store: Store,
  { scope = null, media = null, read = () => null, now }: FindOptions,
): WorkSteps<readonly Finding[]> {
  const lookup = soundIn(store);
  const entries = KINDS.filter((kind) => entityOf(kind).home === 'content').flatMap((kind) => [...lookup.all(kind)]);
  const isWanted = ({ path }: { readonly path: string }): boolean => scope === null || scope.has(path);
  const broken = [...store.broken.keys()].map((path) => ({ path }));
  const checkBroken = createCheckBroken({ store, lookup, read });
  const found = [...findingsOfFiles(store)];
  for (const entry of (entries as readonly Entry[]).filter(isWanted)) {
    found.push(...checkStoreEntry(entry, { lookup, now }).findings);
    yield;
  }
  for (const { path } of broken.filter(isWanted)) {
    found.push(...checkBroken(path, now).findings);
    yield;
  }
  if (media) found.push(...findInMedia(lookup, media));
  return found;
}

const toFinding = (problem: Problem): Finding => ({ ...problem, severity: 'error' });

/** The checks that a write makes too: fields, required fields of published pages, regions, schemas. */
const contentRule: CheckRule = ({ entry, lookup }) =>
  // The entry's kind determines its data. It is its own previous version, so `referenceRule` alone reports missing
  // targets.
  checkRecordContent(entry.kind, entry.data as Records[Kind], lookup, { before: entry.data as Records[Kind] }).map(
    (detail) => finding(entry, 'error', 'VALIDATION', describeDetail(detail), inFile(detail.path)),
  );

/** Wire names that are spelled differently in files. */
const FILE_NAMES: Readonly<Record<string, string>> = { typeId: 'type', blockTypeSlug: 'type', blockId: 'block' };
const inFile = (path: ValuePath): ValuePath => path.map((step) => FILE_NAMES[step] ?? step);

const referenceRule: CheckRule = ({ entry, lookup, references }) =>
  references
    .filter((reference) => !exists(reference, lookup))
    .map(({ kind, key, path }) =>
      finding(
        entry,
        'error',
        'DANGLING_REFERENCE',
        `mentions the ${splitCamelCase(kind)} "${key}", which does not exist`,
        path,
      ),
    );

function exists({ kind, key }: Reference, lookup: ReadableRecords): boolean {
  if (kind === 'pageSlug') return true;
  if (kind !== 'term') return lookup.byKey(kind, key) !== undefined || lookup.mayHold(kind, key);
  return findTermByKey(lookup, key) !== undefined || lookup.mayHold('taxonomy', key.split('/')[0]!);
}

/** The rules of types and of extensions. What a draft breaks refuses it once it is published. */
const typeRule: CheckRule = ({ entry, judged, now }) =>
  judgeRecord(entry.kind, entry, { lookup: judged, now }).map(({ severity, refuses, code, ...detail }) =>
    finding(entry, refuses ? severity : 'warning', code ?? 'RULE', describeDetail(detail), detail.path),
  );

const roomRule: CheckRule = ({ entry, lookup }) => {
  const place = entry.kind === 'page' ? findBeyondRoom(entry.data as Records['page'], lookup) : undefined;
  return place ? [finding(entry, 'error', 'LIMIT', NO_ROOM, ['regions', place.region, place.index, 'block'])] : [];
};

/** What a recorded migration would bring along is told apart from what nothing knows. */
const unknownRule: CheckRule = ({ entry, lookup }) => {
  const unknown = unknownFieldsOf(entry, lookup);
  if (unknown.length === 0) return [];
  const late = findLateValues(entry, lookup);
  return unknown.map((problem): Finding => {
    const step = late(problem.at ?? []);
    if (!step) return { ...problem, severity: 'warning' };
    const { at = [] } = problem;
    const message = `${at.join('.')} is from before a migration of the ${splitCamelCase(step.type.kind)} "${step.type.slug}" (${describeOperation(step.operation)}): run quire check --fix`;
    return finding(entry, 'warning', 'NOT_MIGRATED', message, at);
  });
};

/** Finds the recorded migration of a type that a value is from before. */
function findLateValues(entry: Entry, lookup: Lookup): (at: ValuePath) => MigrationStep | undefined {
  const steps = allStepsByName(lookup);
  const findBlock = (key: string) => lookup.byKey('block', key)?.data;
  const data = entry.data as object;
  const migrating = steps.filter(
    (step) => applyMigration({ kind: entry.kind, data }, [step], { findBlock }).data !== data,
  );
  if (migrating.length === 0) return () => undefined;
  const migrated = applyMigration({ kind: entry.kind, data }, migrating, { findBlock }).data;
  const stays = new Set(unknownFieldsOf({ ...entry, data: migrated }, lookup).map(({ at = [] }) => at.join('.')));
  return (at) =>
    stays.has(at.join('.'))
      ? undefined
      : migrating.find(({ operation }) => fieldsBefore(operation).includes(String(at.at(-1))));
}

const unshownRule: CheckRule = ({ entry }) => unshownOf(entry).map(toFinding);

const mediaRule: CheckRule = ({ entry, lookup }) =>
  entry.kind === 'media' && lookup.referring('media', entry.key).length === 0
    ? [finding(entry, 'warning', 'UNUSED_MEDIA', 'nothing uses this media item', [])]
    : [];

const fieldsRule: CheckRule = ({ entry, lookup }) => {
  if (entry.kind !== 'contentType' && entry.kind !== 'blockType') return [];
  const { fieldsSchema } = entry.data as Records['blockType'];
  return [
    ...unknownInSchema(fieldsSchema, { path: ['fieldsSchema'], lookup }).map((unknown) =>
      unknownDefinition(entry, unknown),
    ),
    ...within(['fieldsSchema'], checkDefaults(fieldsSchema, lookup)).map((detail) =>
      finding(entry, 'warning', 'UNFIT_DEFAULT', describeDetail(detail), detail.path),
    ),
  ];
};

function unknownDefinition(entry: Entry, { path, name, isType, known }: UnknownInSchema): Finding {
  const what = isType
    ? `"${name}" is not a kind of field, so the field accepts any JSON`
    : `"${name}" is not a known key of a field and is ignored`;
  const code = isType ? 'UNKNOWN_FIELD_KIND' : 'UNKNOWN_KEY';
  return finding(entry, 'warning', code, `${what}${suggestName(name, known)}`, path);
}

/** Unknown keys, and what `--fix` would repair, from the notes on the file. */
const notesRule: CheckRule = ({ entry, lookup }) => {
  const { unknown = [], missing = [], unordered } = lookup.notesOn(entry) ?? {};
  const form = (code: ProblemCode, message: string): Finding => finding(entry, 'warning', code, message, []);
  return [
    ...unknown.map((at) => finding(entry, 'warning', 'UNKNOWN_KEY', unknownKey(entry.kind, at), at)),
    ...missing.map((key) => form('NOT_STAMPED', `has no ${key} of its own`)),
    ...(unordered ? [form('KEY_ORDER', `keys are not in the usual order: ${unordered.join(', ')}`)] : []),
  ];
};

const unknownKey = (kind: Kind, at: ValuePath): string =>
  `${at.join('.')} is not a known key of a ${splitCamelCase(kind)} file and is ignored${suggestName(String(at.at(-1)), keysKnownAt(kind, at))}`;

const RULES: readonly CheckRule[] = [
  contentRule,
  typeRule,
  graphqlNameRule,
  codeFailureRule,
  derivedRule,
  referenceRule,
  linkRule,
  mentionRule,
  entityRule,
  roomRule,
  unknownRule,
  unshownRule,
  localeRule,
  wordsRule,
  translationRule,
  sharedRule,
  singleRule,
  mediaRule,
  fieldsRule,
  notesRule,
];
