import { type Person, signatureLine } from './commit.ts';

interface ReflogEntry {
  readonly before: string | null;
  readonly after: string;
  readonly committer: Person;
  readonly at: Date;
  /** The commit's message; only its first line is kept. */
  readonly message: string;
  /** What was done; a commit by default. */
  readonly action?: string | undefined;
}

const NO_COMMIT = '0'.repeat(40);

/** One line of `logs/HEAD` or `logs/<ref>` (git-update-ref, "Logging updates"). */
export function reflogLine({ before, after, committer, at, message, action: given }: ReflogEntry): string {
  const subject = message.trimStart().split('\n', 1)[0]!.trim();
  const action = given ?? (before === null ? 'commit (initial)' : 'commit');
  return `${before ?? NO_COMMIT} ${after} ${signatureLine(committer, at)}\t${action}: ${subject}\n`;
}

/** Whether git would write this ref's log: `core.logAllRefUpdates`, true by default, starts new ones; an existing one is always continued. */
export function logsRefUpdates(setting: string | undefined, ref: string, exists: boolean): boolean {
  if (exists || setting?.toLowerCase() === 'always') return true;
  if (['false', 'no', 'off', '0'].includes(setting?.toLowerCase() ?? '')) return false;
  return ref === 'HEAD' || /^refs\/(heads|remotes|notes)\//.test(ref);
}
