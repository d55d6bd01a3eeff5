import type { NoticeReason, NoticeSubject } from '../../inbox/notice.ts';
import type { CommentEvent } from './parts.ts';

/** Some people, and what they are told. */
interface NoticeToSend {
  readonly people: readonly string[];
  readonly subject: NoticeSubject;
}

/**
 * Whom something that was said concerns; everybody once, by what concerns them most.
 *
 * @param owner who has created the record, if that is known
 */
export function noticesOf({ comment, said, thread, asks, by }: CommentEvent, owner?: string): readonly NoticeToSend[] {
  const { record, change, task, comments } = thread;
  const subject = { by, record, change, comment };
  if (!said)
    return asks === undefined || asks === by ? [] : [{ people: [asks], subject: { ...subject, reason: 'task' } }];
  const isFirst = comments[0] === said;
  const reasons: readonly (readonly [NoticeReason, readonly string[]])[] = [
    ['task', isFirst && task ? [task.to] : []],
    ['mention', said.mentions],
    ['answer', isFirst ? [] : [...comments.map(({ author }) => author), ...(task ? [task.to] : [])]],
    ['comment', owner === undefined ? [] : [owner]],
  ];
  const told = new Set([by]);
  return reasons.flatMap(([reason, asked]) => {
    const people = asked.filter((person) => person.startsWith('user/') && !told.has(person));
    for (const person of people) told.add(person);
    return people.length === 0 ? [] : [{ people, subject: { ...subject, reason } }];
  });
}
