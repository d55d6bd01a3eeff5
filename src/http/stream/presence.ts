import { type Actor, actorRefName } from '../../model/access.ts';

/** A record that somebody has open, in a change or in what is live (`change` null). */
export interface PresentRecord {
  readonly kind: string;
  readonly id: number;
  readonly change: string | null;
}

/** A person who has a record open. */
export interface RecordViewer {
  readonly type: Actor['type'];
  readonly id: number;
  readonly name: string;
  /** ISO 8601. */
  readonly since: string;
  readonly seenAt: string;
}

/**
 * Who has which record open: a hint for others, never a lock. It is kept in memory for as long as clients report it.
 */
export interface Presence {
  /** Notes that somebody has a record open, or no longer; returns the others who have it open. */
  note(record: PresentRecord, actor: Pick<Actor, 'type' | 'id' | 'name'>, isGone: boolean): readonly RecordViewer[];
  list(): readonly (PresentRecord & { readonly people: readonly RecordViewer[] })[];
}

/** Whoever has not reported for this long counts as gone. */
const AWAY_MS = 45_000;
/** The least time between two sweeps for people who are gone: each goes through all notes. */
const SWEEP_MS = 1_000;
/** Notes of all people together; real work never has more. */
const MAX_NOTED = 5_000;
/** Notes of one person, who would otherwise leave no room for others. */
const MAX_OF_ONE = 50;

/** The same for somebody: of records that they may not read, nobody is told. */
export type PresenceSource = {
  readonly [Name in keyof Presence]: (
    ...args: Parameters<Presence[Name]>
  ) => ReturnType<Presence[Name]> | Promise<ReturnType<Presence[Name]>>;
};

interface Parts {
  readonly clock: () => Date;
  /** Called whenever somebody opens a record or leaves it. */
  tell(record: PresentRecord, people: readonly RecordViewer[]): void;
}

export function createPresence({ clock, tell }: Parts): Presence {
  const records = new Map<string, { readonly record: PresentRecord; readonly people: Map<string, RecordViewer> }>();
  let noted = 0;
  /** Notes of each person. */
  const counts = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const openOf = (who: string): number => counts.get(who) ?? 0;
  const count = (who: string, open: number): unknown => (open > 0 ? counts.set(who, open) : counts.delete(who));
  const nameOf = ({ kind, id, change }: PresentRecord): string => JSON.stringify([kind, id, change]);

  function leave(name: string, gone: readonly string[]): void {
    const open = records.get(name);
    const left = gone.filter((who) => open?.people.delete(who));
    if (!open || left.length === 0) return;
    noted -= left.length;
    for (const who of left) count(who, openOf(who) - 1);
    if (open.people.size === 0) records.delete(name);
    tell(open.record, [...open.people.values()]);
  }

  function forgetAway(): void {
    const now = clock().getTime();
    if (Math.abs(now - sweptAt) < SWEEP_MS) return;
    sweptAt = now;
    const limit = new Date(now - AWAY_MS).toISOString();
    for (const [name, { people }] of [...records]) {
      const away = [...people].filter(([, { seenAt }]) => seenAt < limit).map(([who]) => who);
      leave(name, away);
    }
  }

  function come(record: PresentRecord, who: string, { type, id, name }: Pick<Actor, 'type' | 'id' | 'name'>): void {
    const open = records.get(nameOf(record)) ?? { record, people: new Map<string, RecordViewer>() };
    const known = open.people.get(who);
    if (!known && (noted >= MAX_NOTED || openOf(who) >= MAX_OF_ONE)) return;
    const seenAt = clock().toISOString();
    open.people.set(who, { type, id, name, since: known?.since ?? seenAt, seenAt });
    records.set(nameOf(record), open);
    if (known) return;
    noted += 1;
    count(who, openOf(who) + 1);
    tell(record, [...open.people.values()]);
  }

  return {
    note(record, actor, isGone) {
      forgetAway();
      const who = actorRefName(actor);
      if (isGone) leave(nameOf(record), [who]);
      else come(record, who, actor);
      const people = records.get(nameOf(record))?.people ?? new Map<string, RecordViewer>();
      return [...people].filter(([other]) => other !== who).map(([, one]) => one);
    },
    list() {
      forgetAway();
      return [...records.values()].map(({ record, people }) => ({ ...record, people: [...people.values()] }));
    },
  };
}
