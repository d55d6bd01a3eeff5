import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Cms } from '../cms/cms.ts';
import { readServerConfig } from '../config.ts';
import { type Command, misuse, printRefusal } from '../extend/command.ts';
import { createExtensionLookup } from '../extend/judge/createRule.ts';
import { loadMigration } from '../extend/load/loadMigration.ts';
import { findCodeBorders } from '../extend/load/location.ts';
import { createYieldIfBusy } from '../lib/turn/createYieldIfBusy.ts';
import { SYSTEM } from '../model/access.ts';
import { diffData, type ValueDifference } from '../model/merge/diffData.ts';
import type { TypeRef } from '../model/migration/migrateRecord.ts';
import { findFieldAt } from '../model/migration/migrateType.ts';
import { validateOperation } from '../model/migration/migrations.ts';
import type { MigrationOperation } from '../model/migration/operation.ts';
import type { PlanContext } from '../write/action.ts';
import { foreseeMigration } from '../write/migration/foreseeMigration.ts';
import { type CodeMigration, draftByCode, migrateByCode } from '../write/migration/migrateByCode.ts';
import { migrateModel } from '../write/migration/migrateModel.ts';
import type { MigrationRequest } from '../write/migration/planMigration.ts';
import { withCms } from './run/withCms.ts';

const HELP = `quire migrate <type> rename <field> <name>
quire migrate <type> move <field> <field>
quire migrate <type> remove <field>
quire migrate <type> split <field> <name>,<name>... --by <text>
quire migrate <type> join <field>,<field>... <name> --by <text>
quire migrate <type> convert <field> <kind> [--item <name>] [--vocabulary <slug>] [--drop]
quire migrate <type> fill <field> <JSON> [--replace]
quire migrate <type> move-blocks <region> <region> [--block <type>]
quire migrate <type> absorb <type>
quire migrate <type> reuse <key> <id of an inline block>
quire migrate <type> remove-type
quire migrate <file.ts>

Changes a type together with all records that have values of it, as one commit; or pages by code (docs/migrations.md).
<type> is the slug of a content type, or block:<slug>. Fields are named by their paths: subtitle, hero.title, items[].title.

  --dry-run       tells what it would do: counts, what is in the way, and three differences
  --note <text>   the reason, kept in the commit

CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 done, 1 refused (nothing has changed), 2 wrong arguments.
`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  note: { type: 'string' },
  by: { type: 'string' },
  item: { type: 'string' },
  vocabulary: { type: 'string' },
  drop: { type: 'boolean' },
  replace: { type: 'boolean' },
  block: { type: 'string' },
} as const;

interface ReadArguments {
  readonly words: readonly string[];
  readonly isDry: boolean;
  readonly note: string | undefined;
  readonly given: Readonly<Record<string, string | boolean | undefined>>;
}

async function run(args: readonly string[]): Promise<number> {
  const read = readMigrateArguments(args);
  if (typeof read === 'string') return misuse(read, HELP);
  const [first = ''] = read.words;
  if (/\.[cm]?[jt]s$/.test(first)) {
    if (read.words.length > 1) return misuse('quire migrate takes one file', HELP);
    return open(async (cms) => runCode(cms, resolve(first), read));
  }
  const type: TypeRef = first.startsWith('block:')
    ? { kind: 'blockType', slug: first.slice('block:'.length) }
    : { kind: 'contentType', slug: first };
  if (read.words[1] === 'remove-type')
    return open((cms) => runModel(cms, { type, operations: [], removes: true }, read));
  const make = Object.hasOwn(MAKERS, read.words[1] ?? '') ? MAKERS[read.words[1] ?? ''] : undefined;
  if (!make || read.words.length !== 2 + make.takes) return misuse('quire migrate needs a type and an operation', HELP);
  return open(async (cms) => {
    const operation = make.operation(read, (path) => kindOfField(cms, type, path));
    if (typeof operation === 'string') return printRefusal(operation);
    const problems = validateOperation(operation);
    if (problems.length > 0) return printRefusal(...problems);
    return runModel(cms, { type, operations: [operation] }, read);
  });
}

function readMigrateArguments(args: readonly string[]): ReadArguments | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { 'dry-run': isDry = false, note, ...given } = values;
    return { words: positionals, isDry, note, given };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const open = (task: (cms: Cms) => Promise<number>): Promise<number> =>
  withCms({
    whileServed: (url) =>
      `A server is running on this folder. Ask it instead, or stop it first:\n\n  POST ${url}/api/admin/migrations`,
    run: task,
  });

type Kinds = (path: string) => string | undefined;

interface OperationMaker {
  /** How many words follow its name. */
  readonly takes: number;
  /** A text says what is missing. */
  operation(read: ReadArguments, kindOf: Kinds): MigrationOperation | string;
}

const listIn = (text: string): readonly string[] => text.split(',').filter((part) => part !== '');

const MAKERS: Readonly<Record<string, OperationMaker>> = {
  rename: { takes: 2, operation: ({ words: [, , from = '', to = ''] }) => ({ rename: { from, to } }) },
  move: { takes: 2, operation: ({ words: [, , from = '', to = ''] }) => ({ move: { from, to } }) },
  remove: { takes: 1, operation: ({ words: [, , field = ''] }) => ({ remove: { field } }) },
  split: {
    takes: 2,
    operation: ({ words: [, , field = '', into = ''], given }) => ({
      split: { field, into: listIn(into), at: String(given['by'] ?? ' ') },
    }),
  },
  join: {
    takes: 2,
    operation: ({ words: [, , fields = '', into = ''], given }) => ({
      join: { fields: listIn(fields), into, between: String(given['by'] ?? ' ') },
    }),
  },
  convert: {
    takes: 2,
    operation({ words: [, , field = '', to = ''], given }, kindOf) {
      const from = kindOf(field);
      if (from === undefined) return `The type has no field "${field}"`;
      const { item, vocabulary, drop } = given;
      return {
        convert: {
          ...{ field, from, to },
          ...(typeof item === 'string' && { item }),
          ...(typeof vocabulary === 'string' && { vocabulary }),
          ...(drop === true && { drop }),
        },
      };
    },
  },
  fill: {
    takes: 2,
    operation({ words: [, , field = '', text = ''], given }) {
      const value = parseJson(text);
      return value === undefined
        ? `${text} is not JSON`
        : { fill: { field, value, ...(given['replace'] === true && { replace: true }) } };
    },
  },
  'move-blocks': {
    takes: 2,
    operation: ({ words: [, , from = '', to = ''], given: { block } }) => ({
      moveBlocks: { from, to, ...(typeof block === 'string' && { type: block }) },
    }),
  },
  absorb: { takes: 1, operation: ({ words: [, , type = ''] }) => ({ absorb: { type } }) },
  reuse: { takes: 2, operation: ({ words: [, , block = '', of = ''] }) => ({ reuse: { block, of } }) },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const kindOfField = ({ store }: Cms, { kind, slug }: TypeRef, path: string): string | undefined => {
  const schema = store.byKey(kind, slug)?.data.fieldsSchema;
  return schema && findFieldAt(schema, path)?.type;
};

async function runModel(cms: Cms, request: MigrationRequest, { isDry, note }: ReadArguments): Promise<number> {
  if (isDry) {
    const forecast = await foreseeMigration(request, planningIn(cms));
    say(describeCounts(forecast.counts));
    for (const [reason, count] of Object.entries(forecast.notes)) if (count > 0) say(`${NOTES[reason]}: ${count}`);
    if (forecast.refused > 0) say(`Refused, so that nothing can be done: ${forecast.refused}`);
    for (const record of forecast.records.slice(0, SHOWN)) {
      say(`\n${record.kind} ${record.key} (${record.change})`);
      for (const { path, message } of record.problems) say(`  ${path.join('.')}: ${message}`);
      for (const one of record.notes) say(`  ${NOTES[one.reason]}: ${one.path.join('.')} ${JSON.stringify(one.value)}`);
      showDifferences(record.differences());
    }
    return forecast.refused > 0 ? 1 : 0;
  }
  const { commit, changes } = await cms.writer.write(migrateModel(request, note), SYSTEM);
  return sayWritten(commit, changes);
}

const SHOWN = 3;
const NOTES: Readonly<Record<string, string>> = {
  occupied: 'Another value is in the way, and both stay',
  unfit: 'Cannot be converted, and stays',
  lost: 'Loses something',
  leftOver: 'Values of further items stay',
};

async function runCode(cms: Cms, path: string, { isDry, note }: ReadArguments): Promise<number> {
  const config = readServerConfig(process.env, process.cwd());
  const { contentDir, gitHost, siteCode } = config;
  const mayComeFromRepository = siteCode?.mayComeFromRepository ?? false;
  const borders = findCodeBorders({ contentDir, isSynced: gitHost !== null, mayComeFromRepository });
  const { types, locales, title, migrate } = await loadMigration({ path, borders, env: process.env });
  const migration: CodeMigration = {
    types,
    ...(locales && { locales }),
    ...(title !== undefined && { title }),
    change: (page, lookup) => migrate(page, { lookup: createExtensionLookup(lookup) }),
  };
  if (!isDry) {
    const { commit, changes } = await cms.writer.write(migrateByCode(migration, note), SYSTEM);
    return sayWritten(commit, changes);
  }
  const drafts = await draftByCode(migration, planningIn(cms), createYieldIfBusy());
  say(describeCounts({ page: drafts.length }));
  for (const { before, after } of drafts.slice(0, SHOWN)) {
    say(`\npage ${before?.key}`);
    // Both are pages.
    showDifferences(diffData(before?.data as object, after?.data as object));
  }
  return 0;
}

const planningIn = ({ store }: Cms): PlanContext => ({
  lookup: store,
  now: new Date(),
  actor: SYSTEM,
  nextId: () => Number.MAX_SAFE_INTEGER,
});

function sayWritten(commit: string | null, changes: readonly { readonly kind: string }[]): number {
  const counts: Record<string, number> = {};
  for (const { kind } of changes) counts[kind] = (counts[kind] ?? 0) + 1;
  say(commit === null ? 'Nothing had to be changed.' : `${describeCounts(counts)}\nCommit ${commit}`);
  return 0;
}

const describeCounts = (counts: Readonly<Record<string, number>>): string =>
  `Changed records: ${
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ') || 'none'
  }`;

function showDifferences(differences: readonly ValueDifference[]): void {
  for (const { path, before, after } of differences) {
    if (before !== undefined) say(`  - ${path.join('.')}: ${JSON.stringify(before)}`);
    if (after !== undefined) say(`  + ${path.join('.')}: ${JSON.stringify(after)}`);
  }
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

export const migrateCommand: Command = { help: HELP, readsConfig: true, run };
