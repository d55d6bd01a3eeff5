import type { Action, Draft } from '../../change/action.ts';
import { type CommitsToMerge, mergeCommits } from '../../change/merge/mergeCommits.ts';
import { asCommitted, fileAt } from '../../change/merge/treeVersion.ts';
import { findRecord } from '../../change/settleStanding.ts';
import { type Choice, createSettling } from '../../change/settling.ts';
import { type PlanParts, planWrite } from '../../change/write/planWrite.ts';
import { findAll } from '../../check/findings.ts';
import type { Finding } from '../../check/rule.ts';
import { joinScopes, recordsIn, scopeOf } from '../../check/scope.ts';
import { MODE } from '../../git/format/tree.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import type { GitRepository } from '../../git/repository.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import { blobId } from '../../lib/text/blobId.ts';
import type { Actor } from '../../model/access.ts';
import type { RecordClash } from '../../model/clash.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { EntityDef } from '../../model/entity.ts';
import { CmsError, invalidAt } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import { locateFile } from '../../store/file/scan.ts';
import { type LayParts, layOver } from '../content/laidOver.ts';
import { planReading } from '../content/planReading.ts';

/** A planned merge of a change, or into one; nothing has happened yet. */
export interface MergePlan {
  /** The commit to merge into, which wins clashes: the live one when a change is published. */
  readonly ours: string;
  readonly theirs: string;
  readonly edits: readonly TreeEdit[];
  /** Values that both sides have changed differently. */
  readonly clashes: readonly RecordClash[];
  /** Files that hold no record and cannot be merged. */
  readonly conflicts: readonly string[];
}

export interface MergeParts extends LayParts {
  readonly repo: Pick<GitRepository, 'objects' | 'location' | 'readAt'>;
  readonly planning: PlanParts;
  /** The bytes of a file on disk. */
  readFile(kind: Kind, path: string): Uint8Array | null;
}

/** @throws UnreadableObject if a commit or folder cannot be read */
export async function planMerge(sides: CommitsToMerge, parts: MergeParts): Promise<MergePlan> {
  const { objects, location } = parts.repo;
  const merging = { objects, prefix: location.prefix, readRecord: parts.readRecord };
  const { edits, clashes, conflicts } = await mergeCommits(sides, merging);
  return { ours: sides.ours, theirs: sides.theirs, edits, clashes, conflicts };
}

const BOTH_CHANGED = 'differs in the change and in what is live: both have changed it';

/**
 * The plan with its clashes settled.
 *
 * @throws CmsError CONFLICT with `clashes` that no choice settles, and for files that cannot be merged; VALIDATION for a
 *   choice that settles nothing, or with an invalid value
 */
export async function settleMerge(
  plan: MergePlan,
  { choices, actor }: { readonly choices: readonly Choice[]; readonly actor: Actor },
  parts: MergeParts,
): Promise<MergePlan> {
  requireAllSettled(plan, choices);
  if (plan.clashes.length === 0) return plan;
  const placed = await takeWholes(plan, choices, parts);
  const values = plan.clashes.filter(({ path }) => path.length > 0);
  if (values.length === 0) return { ...plan, edits: placed, clashes: [] };
  const store = await layOver(placed, parts);
  const laid = new Map(placed.map((edit) => [edit.path, edit]));
  const { prefix } = parts.repo.location;
  const source = {
    store,
    onDisk: parts.readFile,
    read: async (path: string) =>
      bytesAt(laid.get(`${prefix}${path}`), () => parts.repo.readAt(plan.ours, path), parts),
  };
  const action = settleValues(values, choices);
  const planned = await planReading(source, (present) =>
    planWrite({ action, actor, now: parts.clock() }, present, {
      ...parts.planning,
      prepareReferences: store.prepareReferences,
    }),
  );
  const tree = asCommitted((await parts.repo.objects.readCommit(plan.ours)).tree);
  for (const { path, bytes } of planned.files) {
    const inTree = `${prefix}${path}`;
    const before = laid.get(inTree)?.before ?? (await fileAt(parts.repo.objects, tree, inTree));
    const after = bytes && { mode: before?.mode ?? MODE.file, id: blobId(bytes), bytes };
    laid.set(inTree, { path: inTree, before, after });
  }
  return { ...plan, edits: [...laid.values()].filter(changes), clashes: [] };
}

const changes = ({ before, after }: TreeEdit): boolean => before?.id !== after?.id || before?.mode !== after?.mode;

async function bytesAt(
  edit: TreeEdit | undefined,
  live: () => Promise<Uint8Array | null>,
  { repo }: Pick<MergeParts, 'repo'>,
): Promise<Uint8Array | null> {
  if (!edit) return live();
  if (edit.after === null) return null;
  return edit.after.bytes ?? (await repo.objects.findBlob(edit.after.id)) ?? null;
}

/** Runs before any clash is settled, so that all open ones are reported at once. */
function requireAllSettled({ clashes, conflicts }: MergePlan, choices: readonly Choice[]): void {
  const settling = createSettling(choices, BOTH_CHANGED);
  for (const clash of clashes) settling.settle({}, [clash], clash);
  settling.finish();
  if (conflicts.length === 0) return;
  const details = conflicts.map((path) => ({
    path: [path],
    message: `${path} ${BOTH_CHANGED}. Merge it with git merge`,
  }));
  throw new CmsError('CONFLICT', details);
}

/** Takes the chosen side's file, byte for byte, for records that one side has deleted or both have added. */
async function takeWholes(
  { ours, theirs, edits, clashes }: MergePlan,
  choices: readonly Choice[],
  { repo, store }: MergeParts,
): Promise<readonly TreeEdit[]> {
  const laid = new Map(edits.map((edit) => [edit.path, edit]));
  const treeOf = async (commit: string) => asCommitted((await repo.objects.readCommit(commit)).tree);
  const [our, their] = [await treeOf(ours), await treeOf(theirs)];
  for (const clash of clashes.filter(({ path }) => path.length === 0)) {
    const index = choices.findIndex(
      ({ kind, key, path }) => kind === clash.kind && key === clash.key && path.length === 0,
    );
    const { take } = choices[index]!;
    if (!take)
      throw invalidAt(['resolve', String(index), 'value'], 'cannot be given for a whole record: take ours or theirs');
    const path = pathOf(clash, laid, { repo, store });
    if (path === undefined) continue;
    const before = await fileAt(repo.objects, our, path);
    laid.set(path, { path, before, after: await fileAt(repo.objects, take === 'ours' ? our : their, path) });
  }
  return [...laid.values()].filter(changes);
}

/** The path of the record in a whole clash: either it is live, or it comes with the change. */
function pathOf(
  { kind, key }: RecordClash,
  laid: ReadonlyMap<string, TreeEdit>,
  { repo: { location }, store }: Pick<MergeParts, 'repo' | 'store'>,
): string | undefined {
  const live = store.byKey(kind, key);
  if (live) return `${location.prefix}${live.path}`;
  return [...laid.keys()].find((path) => {
    const located = path.startsWith(location.prefix) && locateFile('content', path.slice(location.prefix.length));
    return located && located.kind === kind && located.key === key;
  });
}

function settleValues(clashes: readonly RecordClash[], choices: readonly Choice[]): Action {
  return {
    name: 'change.publish',
    leavesRedirects: false,
    plan({ lookup, nextId }) {
      const settling = createSettling(choices, BOTH_CHANGED);
      const drafts: Draft[] = [];
      const byRecord = new MultiMap<string, RecordClash>();
      for (const clash of clashes) byRecord.add(`${clash.kind} ${clash.key}`, clash);
      for (const name of byRecord.keys()) {
        const ofRecord = byRecord.get(name);
        const { kind } = ofRecord[0]!;
        const present = findRecord(ofRecord[0]!, lookup);
        if (!present) continue;
        const data = settling.settle(present.data as object, ofRecord, present);
        if (data === null || sameJson(data, present.data)) continue;
        const { withIds } = entityOf(kind) as EntityDef<object>;
        const whole = withIds?.(data, (counter, _, stored) => stored || nextId(counter)) ?? data;
        const { id, createdAt } = present;
        // Its versions are of this kind.
        drafts.push({ kind, before: present, after: { id, createdAt, data: whole } } as Draft);
      }
      return drafts;
    },
  };
}

/** The problems that publishing would add. */
export async function findProblems({ edits }: MergePlan, parts: MergeParts): Promise<readonly Finding[]> {
  const { prefix } = parts.repo.location;
  const changed = edits.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  if (changed.length === 0) return [];
  const after = await layOver(edits, parts);
  await Promise.all([after.prepareReferences(), parts.store.prepareReferences()]);
  const [present, future] = [recordsIn(parts.store, changed), recordsIn(after, changed)];
  const scope = joinScopes(scopeOf(parts.store, present, future), scopeOf(after, present, future));
  const known = new Set(findAll(parts.store, { scope }).map(nameOf));
  return findAll(after, { scope }).filter((finding) => !known.has(nameOf(finding)));
}

const nameOf = ({ path, code, message }: Finding): string => `${path}\n${code}\n${message}`;
