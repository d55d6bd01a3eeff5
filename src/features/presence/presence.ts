import { type Actor, actorRefName } from '../../model/access.ts';

/** A record that somebody has open, in a change or in what is live (`change` null). */
export interface PresentRecord {
  readonly kind: string;
  readonly id: number;
  readonly change: string | null;
}

/** The field that somebody is in. */
export interface PresentField {
  /** The path of its value in the record, or in the block: `fields/summary`. Empty for all of the block. */
  readonly path: string;
  /** The id of the block's placement; null for a field of the record itself. */
  readonly block: number | null;
}

/** What somebody reports. */
export interface PresenceReport {
  readonly record: PresentRecord;
  readonly field: PresentField | null;
  readonly isWriting: boolean;
  /** Whether the record has been closed. */
  readonly isGone: boolean;
}

/** A person who has a record open. */
export interface RecordViewer extends Pick<PresenceReport, 'field' | 'isWriting'> {
  readonly type: Actor['type'];
  readonly id: number;
  readonly name: string;
  /** ISO 8601. */
  readonly since: string;
  readonly seenAt: string;
}

/**
 * Who has which record open, and which field they are in: a hint for others, never a lock. It is kept in memory for as
 * long as clients report it.
 */
export interface Presence {
  /** Notes where somebody is; returns the others who have the record open. */
  note(report: PresenceReport, actor: Pick<Actor, 'type' | 'id' | 'name'>): readonly RecordViewer[];
  list(): readonly (PresentRecord & { readonly people: readonly RecordViewer[] })[];
  close(): void;
}

/** Whoever has not reported for this long counts as gone. */
const AWAY_MS = 45_000;
/** The least time between two sweeps for people who are gone: each goes through all notes. */
const SWEEP_MS = 1_000;
/** The least time between two announcements that one person causes. */
const ANNOUNCE_MS = 1_000;
/** Notes of all people together; real work never has more. */
const MAX_NOTED = 5_000;
/** Notes of one person, who would otherwise leave no room for others. */
const MAX_OF_ONE = 50;

interface Parts {
  readonly clock: () => Date;
  /** Called whenever somebody opens a record, goes to another field in it, or leaves it. */
  announce(record: PresentRecord, people: readonly RecordViewer[]): void;
}

export function createPresence({ clock, announce }: Parts): Presence {
  const records = new Map<string, { readonly record: PresentRecord; readonly people: Map<string, RecordViewer> }>();
  const announcer = createAnnouncer();
  let noted = 0;
  /** Notes of each person. */
  const counts = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const openOf = (who: string): number => counts.get(who) ?? 0;
  const count = (who: string, open: number): unknown => (open > 0 ? counts.set(who, open) : counts.delete(who));
  const nameOf = ({ kind, id, change }: PresentRecord): string => JSON.stringify([kind, id, change]);
  const peopleOf = (name: string): readonly RecordViewer[] => [...(records.get(name)?.people.values() ?? [])];
  const announceSoon = (record: PresentRecord, who: string): void =>
    announcer.announceSoon(nameOf(record), who, () => announce(record, peopleOf(nameOf(record))));

  function leave(name: string, gone: readonly string[]): void {
    const open = records.get(name);
    const left = gone.filter((who) => open?.people.delete(who));
    if (!open || left.length === 0) return;
    noted -= left.length;
    for (const who of left) count(who, openOf(who) - 1);
    if (open.people.size === 0) records.delete(name);
    announceSoon(open.record, left[0]!);
  }

  function forgetAway(): void {
    const now = clock().getTime();
    if (Math.abs(now - sweptAt) < SWEEP_MS) return;
    sweptAt = now;
    announcer.forgetPast();
    const limit = new Date(now - AWAY_MS).toISOString();
    for (const [name, { people }] of [...records]) {
      const away = [...people].filter(([, { seenAt }]) => seenAt < limit).map(([who]) => who);
      leave(name, away);
    }
  }

  function come({ record, field, isWriting }: PresenceReport, actor: Pick<Actor, 'type' | 'id' | 'name'>): void {
    const who = actorRefName(actor);
    const open = records.get(nameOf(record)) ?? { record, people: new Map<string, RecordViewer>() };
    const known = open.people.get(who);
    if (!known && (noted >= MAX_NOTED || openOf(who) >= MAX_OF_ONE)) return;
    const { type, id, name } = actor;
    const seenAt = clock().toISOString();
    open.people.set(who, { type, id, name, since: known?.since ?? seenAt, seenAt, field, isWriting });
    records.set(nameOf(record), open);
    if (!known) {
      noted += 1;
      count(who, openOf(who) + 1);
    }
    if (!known || !isSameField(known, { field, isWriting })) announceSoon(record, who);
  }

  return {
    note(report, actor) {
      forgetAway();
      const name = nameOf(report.record);
      const who = actorRefName(actor);
      if (report.isGone) leave(name, [who]);
      else come(report, actor);
      return [...(records.get(name)?.people ?? [])].filter(([other]) => other !== who).map(([, one]) => one);
    },
    list() {
      forgetAway();
      return [...records.values()].map(({ record, people }) => ({ ...record, people: [...people.values()] }));
    },
    close: announcer.close,
  };
}

type ViewedField = Pick<RecordViewer, 'field' | 'isWriting'>;

const isSameField = (one: ViewedField, other: ViewedField): boolean =>
  one.isWriting === other.isWriting && one.field?.path === other.field?.path && one.field?.block === other.field?.block;

/** Lets nobody cause more than one announcement a second: what comes earlier waits, and is announced as it is then. */
function createAnnouncer() {
  /** When the last one is sent that each person has caused. */
  const caused = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  return {
    announceSoon(topic: string, who: string, send: () => void): void {
      if (waiting.has(topic)) return;
      const now = performance.now();
      const at = Math.max(now, (caused.get(who) ?? Number.NEGATIVE_INFINITY) + ANNOUNCE_MS);
      // Whoever has others open asks again by itself, so that what would come too late need not be announced.
      if (at > now + MAX_OF_ONE * ANNOUNCE_MS) return;
      caused.set(who, at);
      if (at === now) return void send();
      const sendNow = (): void => {
        waiting.delete(topic);
        send();
      };
      waiting.set(topic, setTimeout(sendNow, at - now).unref());
    },
    forgetPast(): void {
      for (const [who, at] of caused) if (at + ANNOUNCE_MS <= performance.now()) caused.delete(who);
    },
    close(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
