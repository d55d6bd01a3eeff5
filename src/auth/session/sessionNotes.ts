import { openStateFile } from '../stateFile.ts';
import type { Proof, ProofMethod } from './proof.ts';
import { LONGEST_SESSION_MS } from './sessions.ts';
import type { VerifiedClaims } from './tokens.ts';

/** What is known about a session. */
export interface SessionNote {
  readonly id: string;
  readonly userId: number;
  readonly startedAt: string;
  readonly usedAt: string;
  /** Null if the session began before Quire noted addresses. */
  readonly ip: string | null;
  /** The browser's User-Agent. */
  readonly agent: string | null;
  /** How its owner last proved who they are; null if the session began before Quire noted it. */
  readonly method: ProofMethod | null;
  readonly provedAt: string | null;
}

/** The list of sessions, so that people can look through them and end one. `Sessions` decides whether one is valid. */
export interface SessionNotes {
  begin(session: Pick<SessionNote, 'id' | 'userId' | 'ip' | 'agent'> & { readonly proof: Proof }): void;
  /** Notes that a token of a session was used now. */
  note(claims: VerifiedClaims): void;
  /** Notes that the owner of a session has proved who they are once more. */
  prove(id: string, proof: Proof): void;
  forget(id: string): void;
  /** Forgets all sessions of a user but this one. */
  forgetOthers(userId: number, id: string): void;
  forgetAll(userId: number): void;
  /** A user's sessions, most recently used first. */
  of(userId: number): readonly SessionNote[];
  /** Writes what has not been written yet. Never throws. */
  close(): Promise<void>;
}

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the file cannot be read or written; the notes in memory stay correct. */
  onError(error: unknown): void;
  readonly writeEveryMs?: number;
}

/** Longer than the User-Agent of any browser. */
const MAX_AGENT = 300;
/** A use within this time of the last one is not noted. */
const NEWS_MS = 60_000;
/** Sessions of one user: a script that logs in for each of its requests would otherwise fill the memory. */
const MAX_OF_ONE = 200;

/** The notes, kept in memory and written to `<privateDir>/state/session-notes.json` at most once a minute. */
export async function openSessionNotes(options: Options): Promise<SessionNotes> {
  const { clock } = options;
  const file = await openStateFile({
    ...{ ...options, name: 'session-notes', empty: () => new Map<string, SessionNote>(), parse: parseNotes },
    show: (notes) => {
      forgetOver(notes);
      return [...notes.values()];
    },
  });
  const notes = file.value;

  function forgetOver(known: Map<string, SessionNote>): void {
    const oldest = new Date(clock().getTime() - LONGEST_SESSION_MS).toISOString();
    for (const [id, { usedAt }] of known) if (usedAt < oldest) known.delete(id);
  }
  /** Adds a note, or moves it behind all others: those used longest ago come first. */
  function put(note: SessionNote): void {
    notes.delete(note.id);
    notes.set(note.id, note);
    const own = [...notes.values()].filter(({ userId }) => userId === note.userId);
    for (const { id } of own.slice(0, -MAX_OF_ONE)) notes.delete(id);
    file.saveLater();
  }

  function forgetWhere(isForgotten: (note: SessionNote) => boolean): void {
    for (const [id, note] of notes) if (isForgotten(note)) notes.delete(id);
    file.saveLater();
  }

  return {
    begin({ agent, proof, ...session }) {
      const now = clock().toISOString();
      put({ ...session, agent: agent?.slice(0, MAX_AGENT) ?? null, startedAt: now, usedAt: now, ...showProof(proof) });
    },
    note({ sessionId, subject, issuedAt, proof }) {
      const [type, id] = subject.split('/');
      if (sessionId === undefined || type !== 'user') return;
      const known = notes.get(sessionId);
      const now = clock();
      if (known && now.getTime() - Date.parse(known.usedAt) < NEWS_MS) return;
      const begun = { ip: null, agent: null, startedAt: new Date(issuedAt).toISOString(), ...showProof(proof) };
      put({ ...begun, ...known, id: sessionId, userId: Number(id), usedAt: now.toISOString() });
    },
    prove(id, proof) {
      const known = notes.get(id);
      if (known) put({ ...known, ...showProof(proof) });
    },
    forget(id) {
      if (notes.delete(id)) file.saveLater();
    },
    forgetOthers: (userId, kept) => forgetWhere((note) => note.userId === userId && note.id !== kept),
    forgetAll: (userId) => forgetWhere((note) => note.userId === userId),
    of(userId) {
      forgetOver(notes);
      return [...notes.values()]
        .filter((note) => note.userId === userId)
        .sort((one, other) => (one.usedAt < other.usedAt ? 1 : -1));
    },
    close: file.close,
  };
}

const showProof = (proof: Proof | undefined): Pick<SessionNote, 'method' | 'provedAt'> =>
  proof ? { method: proof.method, provedAt: new Date(proof.at).toISOString() } : { method: null, provedAt: null };

function parseNotes(json: unknown): Map<string, SessionNote> {
  if (!Array.isArray(json)) throw new Error('The file of session notes does not contain a list of sessions');
  return new Map(json.filter(isNote).map((note) => [note.id, { ...showProof(undefined), ...note }]));
}

function isNote(value: unknown): value is SessionNote {
  const { id, userId, startedAt, usedAt } = (value ?? {}) as Partial<Record<keyof SessionNote, unknown>>;
  return [id, startedAt, usedAt].every((one) => typeof one === 'string') && typeof userId === 'number';
}
