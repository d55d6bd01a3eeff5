import type { FoundBranch } from './branches.ts';

/** An event about a change. */
export interface ProposalEvent {
  readonly type: 'change.created' | 'change.updated' | 'change.published' | 'change.dropped';
  readonly name: string;
}

interface Parts {
  /** Every branch that may be a change, as of now. */
  list(): Promise<readonly FoundBranch[]>;
  /** One of them; undefined if it is gone. */
  find(name: string): FoundBranch | undefined;
  /** Whether a branch is, or was, a change; and whether all of its commits are live. */
  standingOf(branch: FoundBranch): Promise<{ readonly isChange: boolean; readonly isMerged: boolean }>;
  /** Runs something while no write is in progress. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  announce(event: ProposalEvent): void;
}

/** Announces what happens to changes: our own moves at once, those of others when `look` finds them. */
export interface ProposalAnnouncer {
  /** Finds what others have done: with git in this folder, by a push to it, or at the git host. */
  look(): Promise<void>;
  /** Does something to a change that takes more than one turn, and announces it. */
  doing<T>(event: ProposalEvent, work: () => Promise<T>): Promise<T>;
  /** Announces what was just done, within the same turn. */
  done(event: ProposalEvent): void;
}

interface MovedBranch {
  readonly name: string;
  readonly before: FoundBranch | undefined;
  readonly after: FoundBranch | undefined;
}

export function createMoves({ list, find, standingOf, inTurn, announce }: Parts): ProposalAnnouncer {
  /** The branches as last announced; those found first are not announced. */
  let known: Map<string, FoundBranch> | undefined;

  /** How many operations of ours are running on a change: they announce it themselves. */
  const busy = new Map<string, number>();

  function count(name: string, by: number): void {
    const left = (busy.get(name) ?? 0) + by;
    if (left > 0) busy.set(name, left);
    else busy.delete(name);
  }

  function done(event: ProposalEvent): void {
    if (known) note(known, event.name, find(event.name));
    announce(event);
  }

  function note(branches: Map<string, FoundBranch>, name: string, present: FoundBranch | undefined): void {
    if (present) branches.set(name, present);
    else branches.delete(name);
  }

  async function findMoved(): Promise<readonly MovedBranch[]> {
    const present = new Map((await list()).map((branch) => [branch.name, branch]));
    known ??= new Map(present);
    const before = known;
    const names = new Set([...before.keys(), ...present.keys()]);
    const moved = [...names]
      .filter((name) => !busy.has(name))
      .map((name) => ({ name, before: before.get(name), after: present.get(name) }))
      .filter((one) => one.before?.commit !== one.after?.commit);
    for (const { name, after } of moved) note(before, name, after);
    return moved;
  }

  async function typeOf({ before, after }: MovedBranch): Promise<ProposalEvent['type'] | null> {
    const [was, is] = [before && (await standingOf(before)), after && (await standingOf(after))];
    if (is?.isChange) return was?.isChange ? 'change.updated' : 'change.created';
    if (!was?.isChange) return null;
    return is || was.isMerged ? 'change.published' : 'change.dropped';
  }

  return {
    done,
    async doing(event, work) {
      count(event.name, 1);
      try {
        const result = await work();
        done(event);
        return result;
      } finally {
        count(event.name, -1);
      }
    },
    async look() {
      for (const moved of await inTurn(findMoved)) {
        const type = await typeOf(moved);
        if (type) announce({ type, name: moved.name });
      }
    },
  };
}
