import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Lookup } from '../model/entry.ts';
import type { FieldsSchema } from '../model/fields/field.ts';
import type { ParsedLocation } from '../model/location.ts';
import type { FieldSchemas } from '../model/merge/mergeData.ts';
import { decodeFile } from '../store/codec/decodeFile.ts';
import { type FileFormat, formatOf } from '../store/codec/formats.ts';
import { createReadRecord } from '../store/file/fileRecord.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import { mergeFile } from '../store/merge/mergeFile.ts';
import type { MergedLocation } from '../write/merge/locateMergeUnits.ts';
import { createSideMigrations } from '../write/merge/sideMigrations.ts';

const SIDES = ['base', 'ours', 'theirs'] as const;
type SideCommits = Readonly<Record<(typeof SIDES)[number], string>>;

interface DriverScope {
  /** The content folder in the repository: empty, or ending with a slash. */
  readonly root: string;
  readonly schemas: FieldSchemas;
  readonly lookup: Pick<Lookup, 'byKey'>;
}

/** Three versions of a record's file. */
export interface DriverVersions {
  readonly base: Buffer | undefined;
  readonly ours: Buffer;
  readonly theirs: Buffer;
}

/**
 * Brings the versions of a record's file to the types as they are once both sides are merged, if git tells which versions
 * of the site it merges. Returns the schemas then, too.
 */
export function migrateVersions(versions: DriverVersions, file: MergedLocation, scope: DriverScope) {
  const { root, schemas: present, lookup } = scope;
  const types = findDifferingTypes(root);
  if (types.length === 0) return { versions, schemas: present };
  const migrations = createSideMigrations({ lookup, readRecord: createReadRecord(), prefix: root });
  const merged = new Map<string, FieldsSchema>();
  for (const { path, located, format, sides } of types) {
    const { base, ours, theirs } = sides;
    const type = mergeFile({ base, ours, theirs }, { kind: located.kind, format, schemas: present });
    if (!type) continue;
    const read = SIDES.flatMap((side) => (sides[side] ? [[side, { path, located, content: sides[side] }]] : []));
    migrations.noteType(Object.fromEntries(read), { path, located, bytes: type.bytes });
    const { fieldsSchema } = decodeFile(format, type.bytes).value;
    // `mergeFields` ignores what is not a valid schema.
    if (fieldsSchema) merged.set(`${located.kind} ${located.key}`, fieldsSchema as unknown as FieldsSchema);
  }
  const of = (side: (typeof SIDES)[number], bytes: Buffer): Buffer => Buffer.from(migrations.apply(bytes, file, side));
  return {
    versions: {
      base: versions.base && of('base', versions.base),
      ours: of('ours', versions.ours),
      theirs: of('theirs', versions.theirs),
    },
    schemas: {
      ...present,
      ofContentType: (slug: string) => merged.get(`contentType ${slug}`) ?? present.ofContentType(slug),
      ofBlockType: (slug: string) => merged.get(`blockType ${slug}`) ?? present.ofBlockType(slug),
    },
  };
}

interface DifferingType {
  readonly path: string;
  readonly located: ParsedLocation;
  readonly format: FileFormat;
  readonly sides: { readonly base: Buffer | undefined; readonly ours: Buffer; readonly theirs: Buffer };
}

/** The types that both sides have, and that differ between the versions which git merges. */
function findDifferingTypes(root: string): readonly DifferingType[] {
  const commits = findMergedCommits();
  if (!commits) return [];
  const { base, ours, theirs } = {
    base: listTypes(commits.base, root),
    ours: listTypes(commits.ours, root),
    theirs: listTypes(commits.theirs, root),
  };
  const read = (id: string): Buffer => askGit('cat-file', 'blob', id);
  return [...ours].flatMap(([path, id]): readonly DifferingType[] => {
    const [was, other] = [base.get(path), theirs.get(path)];
    const located = locateFile('content', path.slice(root.length));
    const format = formatOf(path);
    if (!located || !format || other === undefined || (id === other && id === was)) return [];
    const sides = { base: was === undefined ? undefined : read(was), ours: read(id), theirs: read(other) };
    return [{ path, located, format, sides }];
  });
}

/** The ids of the files of types in a commit, by path. */
function listTypes(commit: string, root: string): ReadonlyMap<string, string> {
  const folders = ['content-types', 'block-types'].map((name) => `${root}${name}/`);
  const lines = askGit('ls-tree', '-r', '-z', commit, '--', ...folders)
    .toString()
    .split('\0');
  return new Map(
    lines.flatMap((line) => (line === '' ? [] : [[line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2]!]])),
  );
}

/** What `git merge` and `git rebase` are merging; other commands do not tell. */
function findMergedCommits(): SideCommits | undefined {
  const named = Object.keys(process.env).flatMap((name) => /^GITHEAD_([0-9a-f]{40,64})$/.exec(name)?.[1] ?? []);
  const [merged, ...others] = named;
  // An octopus merge has several, and tells not which is merged now.
  if (merged !== undefined)
    return others.length > 0 ? undefined : between(askGit('merge-base', 'HEAD', merged), merged);
  const done = findRebaseLog();
  const last =
    done !== undefined && existsSync(done) ? readFileSync(done, 'utf8').trim().split('\n').at(-1) : undefined;
  const picked = last && /^[a-z]+ (?:-[cC] )?([0-9a-f]{7,64})\b/.exec(last)?.[1];
  return picked ? between(askGit('rev-parse', '--verify', '--end-of-options', `${picked}^`), picked) : undefined;
}

/** Where git notes what a rebase has begun; undefined outside of a repository. */
function findRebaseLog(): string | undefined {
  try {
    return askGit('rev-parse', '--git-path', 'rebase-merge/done').toString().trim();
  } catch {
    return undefined;
  }
}

const between = (base: Buffer, theirs: string): SideCommits => ({
  base: base.toString().trim(),
  ours: 'HEAD',
  theirs,
});

const askGit = (...args: readonly string[]): Buffer =>
  execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 });
