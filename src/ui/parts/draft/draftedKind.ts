import { queryOptions } from '@tanstack/react-query';
import type { FormValues } from '../../form/values.ts';
import { chosenName } from '../../wire/chosenChange.ts';
import type { DraftFacts, DraftProblems, OwnWork, PublishedDraft, RecordKind } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { toProblems, WireError, type WireProblem } from '../../wire/WireError.ts';

/** A record of a kind that has drafts. */
export interface DraftedRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly draft?: DraftFacts | null;
  readonly work?: OwnWork | null;
}

/** A record as the server answers it. */
export interface RecordAnswer<R> {
  readonly data: R;
  readonly etag: string | null;
  readonly commit: string | null;
  readonly meta?: object;
}

interface WriteOptions {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** The requests for one record and its draft. `change` is the name of a change; null for what is live. */
export interface DraftRequests<R> {
  read(change: string | null, signal?: AbortSignal): Promise<RecordAnswer<R>>;
  write(options: WriteOptions & { readonly change: string | null }): Promise<RecordAnswer<R>>;
  readDraft(signal?: AbortSignal): Promise<RecordAnswer<R>>;
  writeDraft(options: WriteOptions): Promise<RecordAnswer<R>>;
  publishDraft(options: WriteOptions): Promise<{ readonly data: PublishedDraft }>;
  discardDraft(): Promise<{ readonly meta?: { readonly draft: string } }>;
}

/** Versions of a form, by which the new values of a record are matched with those that the form has. */
export interface KnownVersions {
  readonly known: readonly FormValues[];
  /** The values that these are the answer to. */
  readonly sent?: FormValues;
}

/** What the form of a record needs to know of its kind. */
export interface DraftedKind<R extends DraftedRecord> {
  readonly kind: RecordKind;
  /** The kinds of queries that show the record. */
  readonly shownIn: readonly RecordKind[];
  requestsFor(id: number): DraftRequests<R>;
  /** Whether visitors may see the record: then it is edited in a draft. */
  isOnSite(record: R): boolean;
  toValues(record: R, versions?: KnownVersions): FormValues;
  /** The request body that saves the form: the keys whose values differ from the server's. */
  toBody(values: FormValues, saved: FormValues): FormValues;
  /** Whether a record contains everything that was sent. */
  holdsSent(there: FormValues, versions: { readonly sent: FormValues; readonly saved: FormValues }): boolean;
}

/** A record as it is edited: its draft where it has one, else what is live; in a change, what the change has. */
export interface EditedRecord<R> {
  /** What the form shows. */
  readonly data: R;
  readonly etag: string | null;
  /** The record beside its draft; null where the form shows it itself. */
  readonly live: R | null;
  /** The draft that the form shows; null if it shows something else. */
  readonly draft: DraftFacts | null;
  /** The name of the change that the form reads: the entered one, or the draft; null for what is live. */
  readonly change: string | null;
  /** What keeps it from being published as it is saved. */
  readonly problems: readonly WireProblem[];
  /** The caller's own unfinished work. */
  readonly work: OwnWork | null;
}

export const editedQuery = <R extends DraftedRecord>({ kind, requestsFor }: DraftedKind<R>, id: number) =>
  queryOptions({
    queryKey: createQueryKey(kind, id, 'edited'),
    queryFn: ({ signal }) => readEdited(requestsFor(id), signal),
  });

async function readEdited<R extends DraftedRecord>(
  requests: DraftRequests<R>,
  signal: AbortSignal,
): Promise<EditedRecord<R>> {
  const entered = chosenName();
  const answer = await requests.read(entered, signal);
  const { data, etag } = answer;
  const { draft = null, work = null } = data;
  const found = await problemsIn(answer);
  const shown = { data, etag, live: null, draft: null, change: entered, problems: found, work };
  if (entered !== null || draft === null) return shown;
  const edited = await findDraft(requests, signal);
  if (!edited) return shown;
  const problems = await problemsIn(edited);
  return { data: edited.data, etag: edited.etag, live: data, draft, change: draft.change, problems, work };
}

const problemsIn = ({ meta }: RecordAnswer<unknown>): Promise<readonly WireProblem[]> =>
  toProblems((meta as { readonly problems?: DraftProblems } | undefined)?.problems ?? []);

/** The draft of a record; undefined if it has none. */
export async function findDraft<R>(
  requests: DraftRequests<R>,
  signal?: AbortSignal,
): Promise<RecordAnswer<R> | undefined> {
  try {
    return await requests.readDraft(signal);
  } catch (error) {
    if (error instanceof WireError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
