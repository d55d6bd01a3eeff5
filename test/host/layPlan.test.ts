import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { type Plan, planIncoming } from '../../src/host/take/planIncoming.ts';
import { rebasePlan } from '../../src/host/take/rebasePlan.ts';
import { createReadRecord } from '../../src/store/file/fileRecord.ts';
import { ADA, AT, git, makeRepository, openRepo, removeFolders, writeFiles } from '../git/sandbox.ts';
import { PAGE, TEXT } from './makeTeam.ts';

afterAll(removeFolders);

type Changes = Readonly<Record<string, string | null>>;

const OTHER = 'pages/en/other.yaml';
const TYPE = 'content-types/article.yaml';
const type = (more = ''): string => `id: 1\nname: Article\n${more}fieldsSchema:\n  - { name: summary, type: text }\n`;
const page = (id: number, title: string): string => TEXT.replace('12', `${id}`).replace('About us', title);
const FILES = { 'site.yaml': 'siteName: Harbour\n', [TYPE]: type(), [PAGE]: TEXT, [OTHER]: page(13, 'Other') };

function commit(dir: string, changes: Changes): string {
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) rmSync(join(dir, path));
    else writeFiles(dir, { [path]: text });
  }
  git(dir, 'add', '--all');
  git(dir, 'commit', '-q', '-m', 'Changed');
  return git(dir, 'rev-parse', 'HEAD');
}

/** What a colleague pushes, what is written here meanwhile, and whether the plan stays valid. */
const CASES: readonly (readonly [what: string, theirs: Changes, written: Changes, stays: boolean])[] = [
  ['another record', { [PAGE]: page(12, 'There') }, { [OTHER]: page(13, 'Here') }, true],
  ['a new record', { [PAGE]: page(12, 'There') }, { 'pages/en/new.yaml': page(14, 'New') }, true],
  ['a record beside files of no record', { 'src/app.ts': 'app\n' }, { [PAGE]: page(12, 'Here') }, true],
  ['a record beside one that goes', { [OTHER]: null }, { [PAGE]: page(12, 'Here') }, true],
  ['the same record', { [PAGE]: page(12, 'There') }, { [PAGE]: TEXT.replace('Who we', 'What we') }, false],
  ['a new record beside another', { 'pages/en/a.yaml': page(14, 'A') }, { 'pages/en/b.yaml': page(15, 'B') }, false],
  ['a type', { [PAGE]: page(12, 'There') }, { [TYPE]: type('description: New\n') }, false],
  ['a record whose type changes', { [TYPE]: type('description: New\n') }, { [PAGE]: page(12, 'Here') }, false],
  [
    'a record that moves',
    { [PAGE]: page(12, 'There') },
    { [OTHER]: null, 'pages/en/x.yaml': page(13, 'Other') },
    false,
  ],
];

it.each(CASES)('adapts or drops a plan if somebody writes %s meanwhile', async (_, theirChanges, written, stays) => {
  const dir = makeRepository(FILES);
  git(dir, 'switch', '-q', '-c', 'theirs');
  const theirs = commit(dir, theirChanges);
  git(dir, 'switch', '-q', 'main');
  const ours = commit(dir, { 'pages/en/ours.yaml': page(16, 'Ours') });
  const repo = await openRepo(dir);
  const readRecord = createReadRecord();
  const parts = { repo, readRecord, code: BUILT_IN_CODE, onlyFollows: false, author: ADA, clock: () => AT };
  const incoming = { ours, theirs, synced: null, name: 'origin/main', isOwnBranch: true };
  const planned = await planIncoming(incoming, parts);
  const head = commit(dir, written);
  const laid = await rebasePlan(planned, incoming, { ...parts, head });
  await repo.close();
  if (!stays) return expect(laid).toBeNull();
  // As if it had been planned again.
  expect(shown(laid!)).toEqual(shown(await planIncoming({ ...incoming, ours: head }, parts)));
  return undefined;
});

it('turns a fast-forward into a merge', async () => {
  const dir = makeRepository(FILES);
  git(dir, 'switch', '-q', '-c', 'theirs');
  const theirs = commit(dir, { [PAGE]: page(12, 'There') });
  git(dir, 'switch', '-q', 'main');
  const ours = git(dir, 'rev-parse', 'HEAD');
  const repo = await openRepo(dir);
  const readRecord = createReadRecord();
  const parts = { repo, readRecord, code: BUILT_IN_CODE, onlyFollows: false, author: ADA, clock: () => AT };
  const incoming = { ours, theirs, synced: null, name: 'origin/main', isOwnBranch: true };
  const planned = await planIncoming(incoming, parts);
  expect(planned.moves).toEqual([{ commit: theirs }]);
  const head = commit(dir, { [OTHER]: page(13, 'Here') });
  const laid = await rebasePlan(planned, incoming, { ...parts, head });
  expect(shown(laid!)).toEqual(shown(await planIncoming({ ...incoming, ours: head }, parts)));
  await repo.close();
});

/** Without the bytes, which a plan may or may not have. */
const shown = ({ moves, ...rest }: Plan): object => ({
  ...rest,
  moves: moves.map((move) =>
    'commit' in move
      ? move
      : { ...move, edits: move.edits.map(({ path, before, after }) => [path, before?.id, after?.id, after?.mode]) },
  ),
});
