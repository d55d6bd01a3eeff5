import type { Lookup } from '../../model/entry.ts';
import { namedSchema, object } from '../../model/schema/schema.ts';
import { PERSON, RECORD_TITLE, showRecordTitle } from '../../view/admin/notice.ts';
import { showSubject } from '../../view/admin/subject.ts';
import {
  arrayOf,
  booleanShape,
  idShape,
  integerShape,
  orNull,
  stringShape,
  timeShape,
} from '../../view/shapes/values.ts';
import type { FoundAnchor } from './findAnchor.ts';
import type { Comment, CommentThread } from './thread.ts';

const said = {
  ...{ id: idShape, text: stringShape, author: PERSON, mentions: arrayOf(PERSON) },
  ...{ createdAt: timeShape, editedAt: orNull(timeShape) },
};

/** A comment with its answers. */
export const THREAD = namedSchema(
  'CommentThread',
  object({
    ...said,
    record: orNull(RECORD_TITLE),
    change: orNull(stringShape),
    field: orNull(object({ name: stringShape }, { block: idShape })),
    /** Where the passage is now; null for a comment without one, and if it is gone. */
    passage: orNull(object({ quote: stringShape, start: integerShape, before: stringShape, after: stringShape })),
    /** The passage as it was when the comment was made. */
    quote: orNull(stringShape),
    isGone: booleanShape,
    answers: arrayOf(namedSchema('CommentAnswer', object(said))),
    task: orNull(object({ to: PERSON, due: orNull(stringShape) })),
    resolved: orNull(object({ at: timeShape, by: PERSON })),
  }),
);

/** A thread and where its anchor is now. */
export interface ShownThread {
  readonly thread: CommentThread;
  readonly anchor: FoundAnchor | null;
}

export function showThread({ thread, anchor }: ShownThread, lookup: Lookup): object {
  const { record, change, comments, task, resolved } = thread;
  const [first, ...answers] = comments.map((comment) => showComment(comment, lookup));
  return {
    ...first,
    record: record && showRecordTitle(record, lookup),
    change,
    field: anchor?.field ?? null,
    passage: anchor?.passage ?? null,
    quote: thread.anchor?.quote ?? null,
    isGone: anchor?.isGone ?? false,
    answers,
    task: task && { to: showSubject(task.to, lookup), due: task.due },
    resolved: resolved && { at: resolved.at, by: showSubject(resolved.by, lookup) },
  };
}

const showComment = ({ author, mentions, ...comment }: Comment, lookup: Lookup): object => ({
  ...comment,
  author: showSubject(author, lookup),
  mentions: mentions.map((one) => showSubject(one, lookup)),
});
