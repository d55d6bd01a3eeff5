import type { StartParts } from '../../extend/featureParts.ts';
import { findTitle, keepReadable } from '../../extend/readable.ts';
import type { Notice } from '../../inbox/notice.ts';
import type { Inbox } from '../../inbox/openInbox.ts';
import type { MailToPerson } from '../../mail/openMail.ts';
import { writeNotice } from '../../model/notice.ts';
import { siteLanguage } from '../../model/siteSettings.ts';
import { showSubject } from '../../view/admin/subject.ts';
import { FEATURE_NOTICES } from '../lists/notices.ts';
import type { NoticeMails, NoticeSpan } from './noticeMails.ts';

interface Parts extends Pick<StartParts, 'whole' | 'findReader'> {
  readonly inbox: Inbox;
  readonly mails: Pick<NoticeMails, 'choiceOf'>;
  readonly siteUrl: string;
}

/** The note from which a mail is written. */
type NoticeNote = NoticeSpan & { readonly person: string };

/**
 * Writes to somebody what they have not read of some notices and may read at this moment; null if that is nothing, or if
 * they want no mails any more.
 */
export async function writeNoticeMail(noteJson: string, parts: Parts): Promise<MailToPerson | null> {
  const { person, from, to } = JSON.parse(noteJson) as NoticeNote;
  const { store } = parts.whole.live;
  const user = store.get('user', Number(person.replace('user/', '')));
  const reader = parts.findReader(person);
  if (!user || !reader || (await parts.mails.choiceOf(person)) === 'never') return null;
  const unread = (await parts.inbox.list(person)).filter(({ id, isRead }) => !isRead && id >= from && id <= to);
  const told = await keepReadable(unread.reverse(), reader);
  if (told.length === 0) return null;
  const language = user.data.language ?? siteLanguage(store);
  const items = await Promise.all(
    told.map(async (notice) => {
      const facts = { by: showSubject(notice.by, store).name, about: await findTitle(notice, reader) };
      return {
        text: writeNotice(FEATURE_NOTICES[notice.reason], language, facts),
        link: noticeLink(notice, parts.siteUrl),
      };
    }),
  );
  const values = {
    count: String(told.length),
    link: `${parts.siteUrl}/admin/inbox`,
    profile: `${parts.siteUrl}/admin/profile`,
  };
  const { email, name } = user.data;
  return { to: { email, name }, language, template: 'notices', values, items, about: person };
}

/** Where in the interface one sees what a notice is about. */
function noticeLink({ record, change, comment }: Notice, siteUrl: string): string {
  if (change !== null) return `${siteUrl}/admin/changes/${encodeURIComponent(change)}`;
  if (record?.kind !== 'page') return `${siteUrl}/admin/inbox`;
  return `${siteUrl}/admin/pages/${record.id}${comment === null ? '' : `?rail=comments%2F${comment}`}`;
}
