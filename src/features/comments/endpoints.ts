import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { sliceWholeList, wholeListParameters } from '../../http/request/wholeList.ts';
import { dataResult, deletedResult, listResult } from '../../http/result.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { invalidAt } from '../../model/errors.ts';
import { choice, flag, idInput, integer, nullable, object, text } from '../../model/schema/schema.ts';
import { contentKind, recordKind } from '../../view/shapes/values.ts';
import { answerThread, changeComment, removeComment, startThread } from './commenting.ts';
import { asRemembered, locateThread, locateThreads } from './locateThreads.ts';
import type { CommentParts } from './parts.ts';
import { restrictThreads } from './restrictThreads.ts';
import type { CommentThread } from './thread.ts';
import { MAX_COMMENT_LENGTH } from './thread.ts';
import { showThread, THREAD } from './view.ts';

const words = text({ minLength: 1, maxLength: MAX_COMMENT_LENGTH, pattern: '\\S' });
const task = nullable(
  object(
    { to: { ...integer({ minimum: 1 }), description: 'The id of a user' } },
    { due: nullable(text({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'A day, such as `2026-12-01`' })) },
  ),
);
const change = text({ maxLength: 250, description: 'The change in which the text is read' });
const newComment = object(
  { text: words },
  {
    thread: { ...integer({ minimum: 1 }), description: 'The comment that this one answers' },
    record: object({ kind: contentKind, id: integer({ minimum: 1 }) }),
    change,
    field: object({ name: text({ minLength: 1, maxLength: 200 }) }, { block: integer({ minimum: 1 }) }),
    passage: object(
      { quote: text({ minLength: 1, maxLength: 2000 }), start: integer({ minimum: 0 }) },
      { before: text({ maxLength: 100 }), after: text({ maxLength: 100 }) },
    ),
    task,
  },
);
const listQuery = object(
  {},
  {
    ...wholeListParameters,
    kind: recordKind,
    id: { ...idInput(), description: 'With `kind`: only comments on this record' },
    change: { ...change, description: 'Only comments in this change' },
    person: text({
      maxLength: 50,
      description: '`me`, or `user/2`: only what this person said, is named in or is asked',
    }),
    asked: { ...flag(), description: 'With `person`: only what this person is asked, the next day first' },
    brief: { ...flag(), description: 'Leaves out where passages are now, which takes long over many changes' },
    state: choice('open', 'resolved'),
  },
);

/** Comments are kept outside the content, so a read-only server keeps them, and every caller may comment. */
const BESIDE_CONTENT = { access: 'viewer', changes: 'own', lateWrites: 'written' } as const;

/** What people say about records, fields and passages (PEOPLE, 3). */
export function commentEndpoints(parts: CommentParts): Endpoint[] {
  const { live } = parts;
  const partsFor = ({ rights }: Pick<Actor, 'rights'>): CommentParts =>
    rights.readsAll ? parts : { ...parts, threads: restrictThreads(parts.threads, parts) };
  const show = async (thread: CommentThread): Promise<object> =>
    showThread(await locateThread(thread, parts), live.store);
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/comments',
      summary: 'List comments with their answers, newest first; those on one record in the order of its conversation',
      access: 'viewer',
      query: listQuery,
      result: listResult(THREAD),
      async handle({ query, actor }) {
        const { kind, id } = query;
        const { threads } = partsFor(actor);
        if ((kind === undefined) !== (id === undefined))
          throw invalidAt(['id'], '`kind` and `id` name a record together');
        const all = kind === undefined ? await threads.list() : await threads.about({ kind, id: Number(id) });
        const found = all.filter(createFilter({ ...query, me: actorRefName(actor) }));
        const asked = query.asked ? found.toSorted((a, b) => (dueDayOf(a) < dueDayOf(b) ? -1 : 1)) : found;
        const listed = sliceWholeList(asked, query);
        const located = query.brief ? listed.map(asRemembered) : await locateThreads(listed, parts);
        return { data: located.map((one) => showThread(one, live.store)), meta: { total: asked.length } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/comments',
      summary: 'Comment on a record, a field, a passage or a change, or answer a comment',
      ...BESIDE_CONTENT,
      body: newComment,
      result: dataResult(THREAD, { status: 201 }),
      async handle({ body, actor }) {
        const thread =
          body.thread === undefined
            ? await startThread(body, actorRefName(actor), partsFor(actor))
            : await answerThread(body.thread, body.text, actorRefName(actor), partsFor(actor));
        return { status: 201, data: await show(thread) };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/comments/:id',
      summary: 'Change the words of your own comment; resolve a thread, open it again, or give its task to somebody',
      ...BESIDE_CONTENT,
      patch: 'asPut',
      body: object({}, { text: words, resolved: flag(), task }),
      result: dataResult(THREAD),
      handle: async ({ params: { id }, body, actor }) => ({
        data: await show(await changeComment(id, body, actor, partsFor(actor))),
      }),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/comments/:id',
      summary: 'Delete your own comment; without answers, its thread goes with it',
      ...BESIDE_CONTENT,
      result: deletedResult(),
      async handle({ params: { id }, actor }) {
        await removeComment(id, actor, partsFor(actor));
        return { data: { deleted: true } };
      },
    }),
  ];
}

/** Those without a day come last. */
const dueDayOf = ({ task }: CommentThread): string => task?.due ?? '9999';

interface ThreadFilter {
  readonly change?: string | undefined;
  readonly person?: string | undefined;
  readonly asked?: boolean | undefined;
  readonly state?: 'open' | 'resolved' | undefined;
  readonly me: string;
}

function createFilter({
  change: name,
  person,
  asked: isAsked,
  state,
  me,
}: ThreadFilter): (thread: CommentThread) => boolean {
  const asked = person === 'me' ? me : person;
  return ({ change: own, comments, task: given, resolved }) =>
    (name === undefined || own === name) &&
    (state === undefined || (resolved === null) === (state === 'open')) &&
    (asked === undefined ||
      given?.to === asked ||
      (isAsked !== true && comments.some(({ author, mentions }) => author === asked || mentions.includes(asked))));
}
