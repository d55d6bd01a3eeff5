import { readFileSync } from 'node:fs';
import { followRenames, type Moved, movedPages } from '../change/follow/followRenames.ts';
import type { Writer } from '../change/write/writer.ts';
import { isInHistory } from '../git/read/ancestry.ts';
import { readHeadRef } from '../git/read/refs.ts';
import { listSteps } from '../git/read/steps.ts';
import type { GitRepository } from '../git/repository.ts';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { writeFileDurably } from '../lib/disk/writeFileDurably.ts';
import type { Actor } from '../model/access.ts';
import type { Change, Lookup, Problem } from '../model/entry.ts';
import { CmsError, inWords } from '../model/errors.ts';
import type { AnnouncementListener, Announcements } from '../sync/announcements.ts';
import type { CommittedChanges } from '../sync/version/committedChanges.ts';

/** Leaves redirects where others have moved public pages: by `git mv`, by a merge. */
export interface RenameFollower {
  /** A problem while redirects cannot be written. */
  problems(): readonly Problem[];
  /** Begins nothing more; resolves when nothing is under way and it is known how far it has come. */
  close(): Promise<void>;
}

interface Parts {
  readonly repo: GitRepository;
  readonly store: Lookup;
  readonly writer: Pick<Writer, 'write'>;
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly committed: Pick<CommittedChanges, 'between'>;
  /** The commit that the records are of. */
  readonly head: string | null;
  /** Remembers how far it has come. */
  readonly file: string;
  /** Who writes. */
  readonly actor: Actor;
  readonly clock: () => Date;
  onError(error: unknown, message: string): void;
}

/** Up to where renames are followed. */
interface Cursor {
  /** The branch; a checkout of another one renames nothing. */
  readonly ref: string;
  readonly commit: string;
}

/** What failed is tried again after this long, and when HEAD moves. */
const RETRY_MS = 10_000;
/** Own commits need no following: how far it has come with them is written down now and then. */
const SAVE_MS = 10_000;
const FILE_MODE = 0o600;

/**
 * Follows from where it has come to before, so that what happened while no Quire ran is followed too; from the present
 * commit where it has never run. The redirects of own commits stand in them. Where a branch is put back to an older commit
 * nothing is followed, nor while none is checked out.
 */
export function createRenameFollower(parts: Parts): RenameFollower {
  const { repo, store, writer, committed, file, clock, onError } = parts;
  let cursor = readCursor(file);
  /** The commit that the records are of. */
  let { head } = parts;
  /** What has changed from the cursor to a commit, where that was told. */
  let heard: { readonly commit: string; readonly changes: readonly Change[] } | null = null;
  let isBehind = false;
  let running: Promise<void> | null = null;
  let refusal: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let isClosed = false;

  const hear: AnnouncementListener = (changes, { commit, origin }) => {
    if (commit === null) return;
    head = commit;
    if (origin === 'write' && !isBehind)
      return advance({ ref: cursor?.ref ?? readHeadRef(repo.location.gitDir) ?? '', commit });
    heard = isBehind ? null : { commit, changes };
    run();
  };

  function advance(to: Cursor): void {
    cursor = to;
    wake(SAVE_MS, save);
  }

  function wake(delayMs: number, work: () => void): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, delayMs).unref();
  }

  function save(): void {
    const text = JSON.stringify(cursor);
    saving = saving
      .then(() => writeFileDurably(file, text, FILE_MODE))
      .catch((error: unknown) => onError(error, 'Up to where renames are followed cannot be kept'));
  }

  function run(): void {
    isBehind = true;
    running ??= catchUp()
      .catch(refuse)
      .finally(() => {
        running = null;
      });
  }

  function refuse(error: unknown): void {
    if (!(error instanceof CmsError)) onError(error, 'Renames could not be followed');
    refusal = error instanceof CmsError ? error.details.map(inWords).join('; ') : 'something went wrong';
    clearTimeout(timer);
    timer = undefined;
    wake(RETRY_MS, run);
  }

  async function catchUp(): Promise<void> {
    while (isBehind && !isClosed) {
      const ref = readHeadRef(repo.location.gitDir);
      const to = head;
      // Where no branch is checked out somebody may be in the middle of a rebase.
      if (ref === null || to === null) return;
      const moved = cursor?.ref === ref ? await findMoved(cursor.commit, to) : [];
      if (moved.length > 0) await writer.write(followRenames(moved), parts.actor);
      refusal = null;
      cursor = { ref, commit: to };
      isBehind = head !== to;
      save();
    }
  }

  async function findMoved(from: string, to: string): Promise<readonly Moved[]> {
    const told = heard?.commit === to ? heard.changes : null;
    heard = null;
    const lists = told ? [told] : await listChanges(from, to);
    const moved = lists.flatMap((changes) => movedPages(changes, store, clock()));
    return moved.length > 0 && (await isPutBack(from, to)) ? [] : moved;
  }

  /** What others have changed, commit by commit; nothing where git has the commits no longer. */
  async function listChanges(from: string, to: string): Promise<readonly (readonly Change[])[]> {
    if (!(await repo.objects.findCommit(from))) return [];
    const foreign = (await listSteps(repo, from, to)).filter(({ isOwn }) => !isOwn);
    const lists: (readonly Change[])[] = [];
    for (const step of foreign) lists.push(await committed.between(step.from, step.to));
    return lists;
  }

  const isPutBack = async (from: string, to: string): Promise<boolean> =>
    !(await isInHistory(repo.objects, { ancestor: from }, to)) && isInHistory(repo.objects, { ancestor: to }, from);

  const leave = parts.announcements.subscribe(hear);
  const ref = readHeadRef(repo.location.gitDir);
  if (cursor && (cursor.commit !== head || cursor.ref !== ref)) run();
  else if (!cursor && ref !== null && head !== null) {
    cursor = { ref, commit: head };
    save();
  }

  return {
    problems: () =>
      refusal === null
        ? []
        : [
            {
              path: 'redirects',
              code: 'REDIRECTS',
              message: `Pages were renamed, but no redirects can be left: ${refusal}`,
            },
          ],
    async close() {
      isClosed = true;
      leave();
      clearTimeout(timer);
      await running;
      if (cursor && !isBehind) save();
      await saving;
    },
  };
}

function readCursor(file: string): Cursor | null {
  try {
    const { ref, commit } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof ref === 'string' && typeof commit === 'string' ? { ref, commit } : null;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
    throw error;
  }
}
