import type { TFunction } from 'i18next';
import type { CalendarEntry } from '../../../ui/wire/interface.ts';

/** `goes live · draft` */
export const textOfEntry = ({ event, isDone, page, draftOf }: CalendarEntry, t: TFunction): string =>
  [
    t(`calendar.${isDone ? 'done' : 'planned'}.${event}`),
    ...(page ? [] : [t(draftOf === null ? 'calendar.change' : 'calendar.draft')]),
  ].join(' · ');

/** Where an entry leads: to the page, or to the change that is still open. */
export function addressOfEntry({ page, draftOf, change }: CalendarEntry) {
  const id = page?.id ?? draftOf;
  if (id !== null) return { to: '/pages/$id', params: { id: String(id) } } as const;
  return change === null ? null : ({ to: '/changes/$name', params: { name: change } } as const);
}
