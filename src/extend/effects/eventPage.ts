import type { Message } from '../../job/delivery/message.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { FindPast } from '../../site/version/past.ts';
import type { ExtensionRecord } from '../record.ts';

interface Parts {
  readonly lookup: Pick<Lookup, 'get'>;
  readonly findPast: FindPast;
}

/**
 * The page of an event, as the event's commit holds it; undefined for events about something else.
 *
 * @throws an error if git does not have that version any more
 */
export async function readEventPage(
  { record, file }: Pick<Message, 'record' | 'file'>,
  { lookup, findPast }: Parts,
): Promise<ExtensionRecord | undefined> {
  if (!file) return undefined;
  const id = Number(record.slice('page/'.length));
  const present = lookup.get('page', id);
  if (present?.rev === file.rev) return showPageRecord(present);
  // What names the version is enough to read it; the page may have moved or be gone by now.
  const then = { ...present, kind: 'page', id, path: file.path } as Entry<Page>;
  const past = await findPast<Page>(then, file);
  if (!past) throw new Error(`The version of ${file.path} that the event is about cannot be read`);
  return showPageRecord(past);
}

const showPageRecord = ({ id, key, data }: Entry<Page>): ExtensionRecord => {
  const { type, title, locale, slug, status, fields } = data;
  return { kind: 'page', id, key, type, title, locale, slug, status, fields };
};
