import { readSubjectRecord } from '../../extend/readable.ts';
import { type Actor, actorRefName, guestNameOf } from '../../model/access.ts';
import type { Entry, RecordRef } from '../../model/entry.ts';
import { conflict, forbidden, invalidAt, notFound } from '../../model/errors.ts';
import { fieldTexts } from '../../model/passage/fieldTexts.ts';
import { findQuote } from '../../model/passage/followPassage.ts';
import { type Anchor, type CommentedField, isSameField, passageAt } from '../../model/passage/passage.ts';
import { because } from '../../model/reason.ts';
import { findNamedPeople } from './findNamedPeople.ts';
import type { CommentParts } from './parts.ts';
import { type Comment, type CommentThread, MAX_COMMENTS, type Task } from './thread.ts';

/** A comment that begins a thread, as it is asked for. */
export interface NewThread {
  readonly text: string;
  readonly record?: RecordRef;
  readonly change?: string;
  readonly field?: CommentedField;
  readonly passage?: {
    readonly quote: string;
    readonly start: number;
    readonly before?: string;
    readonly after?: string;
  };
  readonly task?: AskedTask | null;
}

interface AskedTask {
  readonly to: number;
  readonly due?: string | null;
}

/** @throws CmsError VALIDATION, NOT_FOUND */
export async function startThread(asked: NewThread, by: string, parts: CommentParts): Promise<CommentThread> {
  const { record, change } = asked;
  if (!record && change === undefined)
    throw invalidAt(['record'], 'say what the comment is about: `record` or `change`');
  if (change !== undefined) await parts.proposals.open(change, false);
  const isDraft = record !== undefined && change !== undefined && parts.proposals.drafts.nameOf(record) === change;
  const entry = record && (await readSubjectRecord(record, change ?? null, parts));
  if (record && !entry) throw notFound('Record');
  const comment = await createComment(asked.text, by, parts);
  const thread: CommentThread = {
    id: comment.id,
    record: record ?? null,
    change: isDraft ? null : (change ?? null),
    anchor: entry ? readAnchor(asked, entry) : null,
    comments: [comment],
    task: readTask(asked.task ?? null, parts),
    resolved: null,
  };
  await parts.threads.create(thread);
  await parts.onComment({ type: 'comment.created', comment: comment.id, said: comment, thread, by });
  return thread;
}

/** @throws CmsError NOT_FOUND; CONFLICT if the thread is full */
export async function answerThread(of: number, text: string, by: string, parts: CommentParts): Promise<CommentThread> {
  const { id } = await parts.threads.withComment(of);
  const comment = await createComment(text, by, parts);
  const thread = await parts.threads.update(id, (present) => {
    if (present.comments.length >= MAX_COMMENTS)
      throw conflict(because('tooManyComments', 'This conversation is full: begin another', { count: MAX_COMMENTS }));
    return { ...present, comments: [...present.comments, comment], resolved: null };
  });
  await parts.onComment({ type: 'comment.created', comment: comment.id, said: comment, thread: thread!, by });
  return thread!;
}

export interface CommentChange {
  readonly text?: string;
  readonly resolved?: boolean;
  readonly task?: AskedTask | null;
}

/** @throws CmsError NOT_FOUND; FORBIDDEN for the words of somebody else */
export async function changeComment(
  id: number,
  change: CommentChange,
  actor: Actor,
  parts: CommentParts,
): Promise<CommentThread> {
  const [now, by] = [parts.clock().toISOString(), actorRefName(actor)];
  const task = change.task === undefined ? undefined : readTask(change.task, parts);
  const before = await parts.threads.withComment(id);
  const thread = await parts.threads.update(before.id, (present) => ({
    ...present,
    comments: present.comments.map((one) =>
      one.id === id && change.text !== undefined ? editComment(one, change.text, { by, now, parts }) : one,
    ),
    ...(task !== undefined && { task }),
    ...(change.resolved !== undefined && { resolved: change.resolved ? (present.resolved ?? { at: now, by }) : null }),
  }));
  const type = thread!.resolved && !before.resolved ? 'comment.resolved' : 'comment.changed';
  const asks = task && task.to !== before.task?.to ? { asks: task.to } : {};
  await parts.onComment({ type, comment: id, thread: thread!, by, ...asks });
  return thread!;
}

/** @throws CmsError NOT_FOUND; FORBIDDEN for the comment of somebody else, unless the actor is an admin */
export async function removeComment(id: number, actor: Actor, { threads, onComment }: CommentParts): Promise<void> {
  const before = await threads.withComment(id);
  await threads.update(before.id, (thread) => {
    const { author } = thread.comments.find((one) => one.id === id)!;
    if (author !== actorRefName(actor) && actor.role !== 'admin') throw othersComment();
    const comments = thread.comments.filter((one) => one.id !== id);
    return comments.length === 0 ? null : { ...thread, comments };
  });
  await onComment({ type: 'comment.changed', comment: id, thread: before, by: actorRefName(actor) });
}

const othersComment = () => forbidden(because('othersComment', 'Only its author may change a comment', {}));

async function createComment(text: string, by: string, parts: CommentParts): Promise<Comment> {
  return {
    id: await parts.threads.nextId(),
    author: by,
    text: text.trim(),
    // A guest must not find out who has an account.
    mentions: guestNameOf(by) !== undefined ? [] : findNamedPeople(text, parts.live.store.all('user')),
    createdAt: parts.clock().toISOString(),
    editedAt: null,
  };
}

function editComment(
  comment: Comment,
  text: string,
  { by, now, parts }: { readonly by: string; readonly now: string; readonly parts: CommentParts },
): Comment {
  if (comment.author !== by) throw othersComment();
  return {
    ...comment,
    text: text.trim(),
    mentions: findNamedPeople(text, parts.live.store.all('user')),
    editedAt: now,
  };
}

function readTask(task: AskedTask | null, { live }: CommentParts): Task | null {
  if (!task) return null;
  if (!live.store.get('user', task.to)) throw invalidAt(['task', 'to'], because('gone', 'is not a user', {}));
  return { to: `user/${task.to}`, due: task.due ?? null };
}

function readAnchor({ field, passage }: NewThread, { data }: Entry): CommentThread['anchor'] {
  if (!field) return null;
  if (!passage) return { field, quote: null, text: null };
  const text = fieldTexts(data as object).find((one) => isSameField(one.field, field))?.text ?? '';
  const found = findQuote(text, { before: '', after: '', ...passage });
  if (!found) throw invalidAt(['passage', 'quote'], because('passageGone', 'is not in the text of this field', {}));
  const anchor: Anchor = { field, passage: passageAt(text, found.start, found.end) };
  return { ...anchor, quote: passage.quote, text };
}
