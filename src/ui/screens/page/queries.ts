import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { chosenName } from '../../wire/chosenChange.ts';
import type { AdminPage, DraftFacts, OwnWork } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';
import type { VersionedAnswer } from '../../wire/sendRequest.ts';

export type PageAnswer = VersionedAnswer<'GET /api/admin/pages/{id}'>;
export type Status = AdminPage['status'];

/** A page with its blocks; the etag is the version of its file. */
export const pageQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('page', id),
    queryFn: ({ signal }) => ask('GET /api/admin/pages/{id}', { path: { id }, signal }),
  });

/** A page as it is edited: its draft where it has one, else what is live; in a change, what the change has. */
export interface EditedPage {
  /** What the form shows. */
  readonly data: AdminPage;
  readonly etag: string | null;
  /** The page beside its draft; null where the form shows it itself. */
  readonly live: AdminPage | null;
  /** The draft that the form shows; null if it shows something else. */
  readonly draft: DraftFacts | null;
  /** The name of the change that the form reads: the entered one, or the draft; null for what is live. */
  readonly change: string | null;
  /** The caller's own unfinished work. */
  readonly work: OwnWork | null;
}

export const editedPageQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('page', id, 'edited'),
    queryFn: ({ signal }) => readEdited(id, signal),
  });

async function readEdited(id: number, signal: AbortSignal): Promise<EditedPage> {
  const entered = chosenName();
  const { data, etag } = await ask('GET /api/admin/pages/{id}', { path: { id }, change: entered, signal });
  const { draft = null, work = null } = data;
  if (entered !== null || draft === null) return { data, etag, live: null, draft: null, change: entered, work };
  const edited = await ask('GET /api/admin/pages/{id}/draft', { path: { id }, signal });
  return { data: edited.data, etag: edited.etag, live: data, draft, change: draft.change, work };
}
