import { join } from 'node:path';
import { unavailable } from '../../../model/errors.ts';
import { listIfThere } from '../../disk/listIfThere.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { isObjectId } from '../../format/object.ts';

/** Where refs are: HEAD in the worktree's folder, branches in the common one (gitrepository-layout). */
export interface RefFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

/** What HEAD names. `ref` null: detached. `commit` null: no commit yet on that branch. */
export interface Head {
  readonly ref: string | null;
  readonly commit: string | null;
}

const SYMBOLIC = /^ref:\s*(refs\/\S.*)$/;

/** Undefined too if another ref is in the place of a folder, or the other way round. */
const readRefFile = (path: string): string | undefined => readIfThere(path)?.toString();

function readLooseRef(commonDir: string, ref: string): string | null {
  const text = readRefFile(join(commonDir, ref))?.trim();
  if (text === undefined) return null;
  if (!isObjectId(text))
    throw unavailable(`The git reference ${ref} holds no commit id: repair it with git update-ref`, 60);
  return text;
}

/** Whether a ref only names another one, as `refs/remotes/origin/HEAD` does in a clone. */
export const isSymbolicRef = (commonDir: string, ref: string): boolean =>
  SYMBOLIC.test(readRefFile(join(commonDir, ref))?.trim() ?? '');

function readPackedRef(commonDir: string, ref: string): string | null {
  const packed = readRefFile(join(commonDir, 'packed-refs')) ?? '';
  const at = `\n${packed}`.indexOf(` ${ref}\n`);
  const id = at < 0 ? '' : packed.slice(at - 41, at - 1);
  return isObjectId(id) ? id : null;
}

/** The commit of a branch; null if there is none. Correct even while git packs or updates refs. */
export function readRef(commonDir: string, ref: string): string | null {
  // Git packs a ref before it removes the loose file, and a new loose file may appear after the first look.
  return readLooseRef(commonDir, ref) ?? readPackedRef(commonDir, ref) ?? readLooseRef(commonDir, ref);
}

/**
 * As `readRef`, for a name that people have typed: null unless a ref is spelled exactly so. On file systems that ignore
 * case, the file of `refs/heads/main` is found as `refs/heads/MAIN`, too.
 */
export const readExactRef = (commonDir: string, ref: string): string | null =>
  isSpelledSo(commonDir, ref) ? readRef(commonDir, ref) : readPackedRef(commonDir, ref);

/** Whether each name on the way to a loose ref stands so in its folder. */
function isSpelledSo(commonDir: string, ref: string): boolean {
  const names = ref.split('/');
  return names.every((name, depth) =>
    listIfThere(join(commonDir, ...names.slice(0, depth))).some((entry) => entry.name === name),
  );
}

/** The content of HEAD: the branch it names, or a commit. */
function parseHead(gitDir: string, refusal = 'The git repository has no readable HEAD'): Head {
  const text = readRefFile(join(gitDir, 'HEAD'))?.trim() ?? '';
  if (isObjectId(text)) return { ref: null, commit: text };
  const ref = SYMBOLIC.exec(text)?.[1];
  if (ref === undefined || ref.split('/').includes('..')) throw unavailable(refusal, 60);
  return { ref, commit: null };
}

/**
 * The branch that HEAD names, whatever it holds; null when it is detached. Throws SERVICE_UNAVAILABLE, with this refusal,
 * when HEAD is missing or damaged.
 */
export const readHeadRef = (gitDir: string, refusal?: string): string | null => parseHead(gitDir, refusal).ref;

/** What HEAD names now. Throws SERVICE_UNAVAILABLE when it, or the branch it names, is missing or damaged. */
export function readHead({ gitDir, commonDir }: RefFolders): Head {
  const head = parseHead(gitDir);
  return head.ref === null ? head : { ref: head.ref, commit: readRef(commonDir, head.ref) };
}

/** `main` for `refs/heads/main`, as people name branches. */
export const branchName = (ref: string): string => ref.replace(/^refs\/heads\//, '');
