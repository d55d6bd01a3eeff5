import type { FoundBranch } from './branches.ts';

/** An event about a change. */
export interface ProposalEvent {
  readonly type: 'change.created' | 'change.updated' | 'change.published' | 'change.dropped';
  readonly name: string;
}

interface Parts {
  /** Every branch that may be a change, as of now. */
  list(): readonly FoundBranch[];
  /** Whether a branch is, or was, a change; and how many of its commits are not live. */
  standingOf(branch: FoundBranch): Promise<{ readonly isChange: boolean; readonly ahead: number }>;
  /** Runs something while no write is in progress. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  announce(event: ProposalEvent): void;
}

/** Announces what happens to changes: our own moves at once, those of others when `look` finds them. */
export interface Moves {
  /** Finds what others have done: with git in this folder, by a push to it, or at the git host. */
  look(): Promise<void>;
  /** Does something to a change that takes more than one turn, and announces it. */
  doing<T>(event: ProposalEvent, work: () => Promise<T>): Promise<T>;
  /** Announces what was just done, within the same turn. */
  done(event: ProposalEvent): void;
}

interface Moved {
  readonly name: string;
  readonly before: FoundBranch | undefined;
  readonly after: FoundBranch | undefined;
}

export function createMoves({ list, standingOf, inTurn, announce }: Parts): Moves {
  const now = (): Map<string, FoundBranch> => new Map(list().map((branch) => [branch.name, branch]));
  /** The branches as last announced; those found first are not announced. */
  let last: Map<string, FoundBranch> | undefined;

  function known(): Map<string, FoundBranch> {
    last ??= now();
    return last;
  }

  /** How many operations of ours are running on a change: they announce it themselves. */
  const busy = new Map<string, number>();

  function count(name: string, by: number): void {
    const left = (busy.get(name) ?? 0) + by;
    if (left > 0) busy.set(name, left);
    else busy.delete(name);
  }

  function done(event: ProposalEvent): void {
    const { name } = event;
    const present = now().get(name);
    if (present) known().set(name, present);
    else known().delete(name);
    announce(event);
  }

  function findMoved(): readonly Moved[] {
    const present = now();
    const names = new Set([...known().keys(), ...present.keys()]);
    const moved = [...names]
      .filter((name) => !busy.has(name))
      .map((name) => ({ name, before: known().get(name), after: present.get(name) }))
      .filter(({ before, after }) => before?.commit !== after?.commit);
    for (const { name, after } of moved) {
      if (after) known().set(name, after);
      else known().delete(name);
    }
    return moved;
  }

  async function typeOf({ before, after }: Moved): Promise<ProposalEvent['type'] | null> {
    const [was, is] = [before && (await standingOf(before)), after && (await standingOf(after))];
    if (is?.isChange) return was?.isChange ? 'change.updated' : 'change.created';
    if (!was?.isChange) return null;
    return is || was.ahead === 0 ? 'change.published' : 'change.dropped';
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
      for (const moved of await inTurn(async () => findMoved())) {
        const type = await typeOf(moved);
        if (type) announce({ type, name: moved.name });
      }
    },
  };
}
