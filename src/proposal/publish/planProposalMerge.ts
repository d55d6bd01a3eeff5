import { findInSlices } from '../../check/findings.ts';
import { type Finding, findingKey } from '../../check/rule.ts';
import { joinScopes, readChangedRecords, scopeOf } from '../../check/scope.ts';
import { MODE } from '../../git/format/tree.ts';
import type { FileEdit, TreeEdit } from '../../git/publish/request.ts';
import type { GitRepository } from '../../git/repository.ts';
import { blobId } from '../../lib/text/blobId.ts';
import { runStepsInSlices } from '../../lib/turn/runSteps.ts';
import type { Actor } from '../../model/access.ts';
import type { RecordClash } from '../../model/clash.ts';
import { CmsError } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import { applyEdits, type EditParts } from '../../site/commit/applyEdits.ts';
import { MEDIA_FILES } from '../../store/home.ts';
import type { Action } from '../../write/action.ts';
import { type CommitsToMerge, mergeCommits } from '../../write/merge/mergeCommits.ts';
import { asCommitted, type FileVersion, fileAt, type TreeVersion } from '../../write/merge/treeVersion.ts';
import { type PlanParts, planWrite } from '../../write/queue/planWrite.ts';
import { type ClashResolution, createChoices } from '../../write/resolve/clashResolutions.ts';
import { type ClashFiles, createFindSource, draftResolutions } from '../../write/resolve/draftResolutions.ts';
import { presentInGit } from '../../write/target/presentInGit.ts';

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

export interface MergePlanParts extends EditParts {
  readonly repo: Pick<GitRepository, 'objects' | 'location' | 'readAt'>;
  readonly planning: PlanParts;
  /** The bytes of a file on disk. */
  readFile(kind: Kind, path: string): Uint8Array | null;
}

/** @throws UnreadableObject if a commit or folder cannot be read */
export async function planProposalMerge(sides: CommitsToMerge, parts: MergePlanParts): Promise<MergePlan> {
  const { objects, location } = parts.repo;
  const merging = { objects, prefix: location.prefix, readRecord: parts.readRecord, code: parts.store.code };
  const { edits, clashes, conflicts } = await mergeCommits(sides, merging);
  return { ours: sides.ours, theirs: sides.theirs, edits, clashes, conflicts };
}

const BOTH_CHANGED = 'differs in the change and in what is live: both have changed it';

interface MergeChoices extends Pick<PlanParts, 'judgedAs'> {
  readonly choices: readonly ClashResolution[];
  readonly actor: Actor;
}

/**
 * The plan with its clashes resolved. What is published is judged as a whole: see `requireEditRights`.
 *
 * @throws CmsError CONFLICT with `clashes` that no choice resolves, and for files that cannot be merged; VALIDATION for a
 *   choice that resolves nothing, or with an invalid value
 */
export async function resolveMerge(
  plan: MergePlan,
  { choices, actor, judgedAs = 'nothing' }: MergeChoices,
  parts: MergePlanParts,
): Promise<MergePlan> {
  requireAllResolved(plan, choices);
  if (plan.clashes.length === 0) return plan;
  const store = await applyEdits(plan.edits, parts);
  const tree = await openMergedTree(plan, parts);
  const action: Action = {
    name: 'change.publish',
    leavesRedirects: false,
    plan: (context) =>
      draftResolutions(
        { clashes: plan.clashes, choices: createChoices(choices, { why: BOTH_CHANGED }), files: tree },
        context,
      ),
  };
  const present = presentInGit({ store, onDisk: parts.readFile, read: tree.read });
  const planning = { ...parts.planning, judgedAs, prepareReferences: store.prepareReferences };
  const planned = await planWrite({ action, actor, now: parts.clock() }, present, planning);
  return { ...plan, edits: await tree.withEdits(planned.edits), clashes: [] };
}

/** The tree that a plan leaves; paths are those within the content folder. */
interface PlannedTree extends ClashFiles {
  read(path: string): Promise<Uint8Array | null>;
  /** The edits of the plan with further ones on top, which bring bytes in memory. */
  withEdits(files: readonly FileEdit[]): Promise<readonly TreeEdit[]>;
}

async function openMergedTree(plan: MergePlan, { repo }: Pick<MergePlanParts, 'repo'>): Promise<PlannedTree> {
  const { objects, location } = repo;
  const { prefix } = location;
  const edits = new Map(plan.edits.map((edit) => [edit.path, edit]));
  const tree = asCommitted((await objects.readCommit(plan.ours)).tree);
  return {
    read: (path) => bytesAt(edits.get(`${prefix}${path}`)?.after, () => repo.readAt(plan.ours, path), { repo }),
    findSource: createFindSource(plan, { objects, prefix }),
    async planRemoval(filename) {
      const path = `${MEDIA_FILES}/${filename}`;
      const edit = edits.get(`${prefix}${path}`);
      const file = edit ? edit.after : await fileAt(objects, tree, `${prefix}${path}`);
      return file ? [{ path, before: file.id, bytes: null }] : [];
    },
    async withEdits(files) {
      const all = new Map(edits);
      for (const edit of await toTreeEdits(files, tree, { repo })) all.set(edit.path, edit);
      return [...all.values()].filter(changes);
    },
  };
}

const changes = ({ before, after }: TreeEdit): boolean => before?.id !== after?.id || before?.mode !== after?.mode;

/** The bytes of a file that differs from what is live; those of the live one if it does not. */
export async function bytesAt(
  file: FileVersion | null | undefined,
  live: () => Promise<Uint8Array | null>,
  { repo }: Pick<MergePlanParts, 'repo'>,
): Promise<Uint8Array | null> {
  if (file === undefined) return live();
  return file && (file.bytes ?? (await repo.objects.findBlob(file.id)) ?? null);
}

/** Edits of records in a version of all files. Their bytes are in memory; their paths are those within the content folder. */
export async function toTreeEdits(
  files: readonly FileEdit[],
  tree: TreeVersion,
  { repo: { objects, location } }: Pick<MergePlanParts, 'repo'>,
): Promise<readonly TreeEdit[]> {
  const edits: TreeEdit[] = [];
  for (const file of files) {
    const path = `${location.prefix}${file.path}`;
    const before = await fileAt(objects, tree, path);
    const bytes = file.bytes as Uint8Array | null;
    edits.push({ path, before, after: bytes && { mode: before?.mode ?? MODE.file, id: blobId(bytes), bytes } });
  }
  return edits;
}

/** Runs before any clash is resolved, so that all open ones are reported at once. */
function requireAllResolved({ clashes, conflicts }: MergePlan, given: readonly ClashResolution[]): void {
  const choices = createChoices(given, { why: BOTH_CHANGED });
  for (const clash of clashes) choices.find(clash);
  choices.requireAll();
  if (conflicts.length === 0) return;
  const details = conflicts.map((path) => ({
    path: [path],
    message: `${path} ${BOTH_CHANGED}. Merge it with git merge`,
  }));
  throw new CmsError('CONFLICT', details);
}

/** The problems that publishing would add. */
export async function findProblems({ edits }: Pick<MergePlan, 'edits'>, parts: EditParts): Promise<readonly Finding[]> {
  const { prefix } = parts.repo.location;
  const changed = edits.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  if (changed.length === 0) return [];
  const after = await applyEdits(edits, parts);
  await Promise.all([after.prepareReferences(), parts.store.prepareReferences()]);
  const present = await runStepsInSlices(readChangedRecords(parts.store, changed));
  const future = await runStepsInSlices(readChangedRecords(after, changed));
  const scope = joinScopes(scopeOf(parts.store, present, future), scopeOf(after, present, future));
  const options = { scope, now: parts.clock() };
  const known = new Set((await findInSlices(parts.store, options)).map(findingKey));
  return (await findInSlices(after, options)).filter((finding) => !known.has(findingKey(finding)));
}
