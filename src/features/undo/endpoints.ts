import type { RecordParts } from '../../extend/featureParts.ts';
import { writeToNewChange } from '../../http/admin/change/writeToNewChange.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { paging } from '../../http/request/query.ts';
import { readChoices, resolveInput } from '../../http/request/resolve.ts';
import { dataResult, listResult } from '../../http/result.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Actor } from '../../model/access.ts';
import { describeActivity } from '../../model/activity.ts';
import { CmsError, invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { label, list, object, text, timestamp } from '../../model/schema/schema.ts';
import type { CommitContent } from '../../site/version/past.ts';
import { showRevertedRecords } from '../../view/admin/revision.ts';
import { showSubject } from '../../view/admin/subject.ts';
import { ACTIVITY, PERSON_NAMED, REVERTED_RECORDS } from '../../view/shapes/revision.ts';
import { arrayOf, integerShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import { joinMediaFiles, revertContents } from '../../write/revert/revertContents.ts';
import { revertFiles } from '../../write/revert/revertFiles.ts';
import { type EditFilter, selectCommits, selectRecords } from './selectCommits.ts';

/** The most commits that are taken back at once. */
const MAX_COMMITS = 500;

const filterFields = {
  actor: text({
    maxLength: 320,
    description:
      'Such as `user/1` or `api-key/3`; `git` for commits made without Quire; or the e-mail address of an author',
  }),
  since: timestamp(),
  until: { ...timestamp(), description: 'Exclusive' },
  type: text({ maxLength: 200, description: 'A kind of records, or the slug of a content type or block type' }),
  record: text({ maxLength: 200, description: 'Such as `page/12`' }),
};
const page = paging({ defaultLimit: 50, maxLimit: 100 });
const listQuery = object({}, { ...filterFields, ...page.schema });
const undoBody = object(
  {
    filter: object({}, { ...filterFields, commits: list(text({ maxLength: 40 }), { maxItems: MAX_COMMITS }) }),
  },
  { title: label(200), resolve: resolveInput('`ours` is the present value, `theirs` is the value before the edits') },
);

const EDIT = object({
  ...{ commit: stringShape, at: timeShape, author: PERSON_NAMED, actor: orNull(stringShape), activity: ACTIVITY },
  ...{ message: orNull(stringShape), records: arrayOf(stringShape) },
});
const UNDONE = object({
  /** Null if nothing had to be written. */
  change: orNull(object({ name: stringShape, title: stringShape })),
  commit: orNull(stringShape),
  undone: arrayOf(stringShape),
  records: REVERTED_RECORDS,
});

/** Edits taken back by who made them and when (MODEL, 3). */
export const undoEndpoints = (parts: RecordParts): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/undo',
    summary: 'List the edits of somebody, of a time or of a type, which can be taken back together, newest first',
    access: 'editor',
    query: listQuery,
    result: listResult(EDIT, { meta: object({ total: integerShape, limit: integerShape, offset: integerShape }) }),
    async handle({ query, actor }) {
      const { limit, offset } = page.read(query);
      const all = await readMatchingEdits(query, parts);
      const data: object[] = [];
      for (const { change, content } of all.slice(offset, offset + limit))
        data.push({
          ...{ commit: change.commit, at: change.at, author: change.author, actor: change.actor },
          activity: describeActivity({
            action: change.action,
            subject: content.subject,
            count: content.records.length,
          }),
          message: actor.rights.readsAll ? content.subject : null,
          records: content.records.map(({ before, after }) => `${(after ?? before)!.kind} ${(after ?? before)!.key}`),
        });
      return { data, meta: { total: all.length, limit, offset } };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/undo',
    summary: 'Take back the edits of somebody, of a time or of a type, in a change; what was edited since stays',
    access: 'editor',
    body: undoBody,
    result: dataResult(UNDONE, { meta: object({}, { leftOut: arrayOf(stringShape) }) }),
    lateWrites: 'written',
    changes: 'change',
    handle: async ({ body, actor }) => takeEditsBack(body, actor, parts),
  }),
];

interface ReadEdit {
  readonly change: ReturnType<typeof selectCommits>[number];
  readonly content: CommitContent;
}

/** @throws CmsError VALIDATION if there are too many */
async function readMatchingEdits(
  filter: EditFilter,
  { site }: Pick<RecordParts, 'site'>,
): Promise<readonly ReadEdit[]> {
  const selected = selectCommits(site.history.commits(), filter);
  if (selected.length > MAX_COMMITS)
    throw invalidAt(
      ['filter'],
      because('tooManyEdits', `matches ${selected.length} commits, but may match ${MAX_COMMITS}`, {
        count: MAX_COMMITS,
      }),
    );
  const found: ReadEdit[] = [];
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const change of selected) {
    const content = await site.history.readCommit(change.commit).catch(skipUnreadable);
    const meant = content && selectRecords(content, filter);
    if (meant && meant.records.length + meant.mediaFiles.length > 0) found.push({ change, content: meant });
    await yieldIfBusy();
  }
  return found;
}

/** What has nothing to undo, what the reader may not see, and files that were broken then: they cannot be put back. */
function skipUnreadable(error: unknown): undefined {
  if (error instanceof CmsError && SKIPPED.has(error.code)) return undefined;
  throw error;
}
const SKIPPED: ReadonlySet<string> = new Set(['VALIDATION', 'NOT_FOUND', 'CONFLICT']);

interface UndoRequest {
  readonly filter: EditFilter;
  readonly title?: string;
  readonly resolve?: Parameters<typeof readChoices>[0];
}

async function takeEditsBack({ filter, title, resolve = [] }: UndoRequest, actor: Actor, parts: RecordParts) {
  if (Object.keys(filter).length === 0)
    throw invalidAt(['filter'], because('required', 'must say which edits are meant', {}));
  const choices = readChoices(resolve);
  const edits = await readMatchingEdits(filter, parts);
  if (edits.length === 0)
    throw invalidAt(['filter'], because('nothingToUndo', 'matches no edit that can be undone', {}));
  const contents = edits.map(({ content }) => content);
  const mediaFiles = joinMediaFiles(contents);
  const joined = { ...contents[0]!, mediaFiles, records: contents.flatMap(({ records }) => records) };
  const files = await revertFiles(joined, { findBlob: parts.repo.objects.findBlob, hasFile: parts.hasFile });
  const subject = title ?? sayUndone(edits, parts);
  const note = `This takes back ${contents.map(({ commit }) => commit).join(', ')}.`;
  const action = revertContents({ contents, files, choices, subject, note });
  const written = parts.isLive
    ? await writeToNewChange({ title: subject, action, actor }, parts.proposals)
    : { ...(await parts.site.write.write(action, actor)), change: null };
  const records = showRevertedRecords(written.changes);
  const leftOut = contents.flatMap(({ others }) => others);
  return {
    data: { change: written.change, commit: written.commit, undone: contents.map(({ commit }) => commit), records },
    ...(leftOut.length > 0 && { meta: { leftOut } }),
  };
}

function sayUndone([first, ...others]: readonly ReadEdit[], { lookup }: Pick<RecordParts, 'lookup'>): string {
  const { actor, author } = first!.change;
  const isOne = others.every(({ change }) => change.actor === actor && change.author.email === author.email);
  const name = (actor && showSubject(actor, lookup).name) ?? author.name;
  return isOne ? `Undo edits by ${name}`.slice(0, 200) : 'Undo edits';
}
