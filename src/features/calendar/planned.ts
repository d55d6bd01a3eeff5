import type { ReaderParts } from '../../extend/featureParts.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import { timedPages } from '../../model/page/isPublic.ts';
import type { CalendarEntry, CalendarPage, CalendarRange } from './entry.ts';
import { toCalendarPage } from './publicationLog.ts';

type PlannedSource = Pick<ReaderParts, 'live' | 'proposals' | 'proposalSchedule'>;

/** What pages and changes will do at their times; what they did by themselves, without a commit, too. */
export async function listPlanned(
  range: CalendarRange,
  now: Date,
  parts: PlannedSource,
): Promise<readonly CalendarEntry[]> {
  const { live, proposalSchedule } = parts;
  const pages = timedPages(live.store).flatMap((page) => listPageTimes(page, now));
  const names = proposalSchedule.names().filter((name) => isWithin(range, proposalSchedule.of(name)));
  const changes = await Promise.all(names.map((name) => readPlannedChange(name, parts)));
  return [...pages.filter(({ at }) => isWithin(range, at)), ...changes.flatMap((one) => one ?? [])];
}

const isWithin = ({ from, to }: CalendarRange, at: string | null): boolean => at !== null && at >= from && at < to;

function listPageTimes(page: Entry<Page>, now: Date): readonly CalendarEntry[] {
  const { status, scheduledAt, unpublishAt } = page.data;
  if (status === 'archived') return [];
  const shown = toCalendarPage(page);
  const common = { title: shown.title, page: shown, change: null, draftOf: null, pages: [], commit: null };
  const time = now.toISOString();
  // A draft whose time has passed could not be published.
  const isLate = (at: string): boolean => at <= time && status === 'draft';
  const published =
    scheduledAt === undefined
      ? []
      : [
          {
            ...common,
            at: scheduledAt,
            event: 'published',
            isDone: scheduledAt <= time && !isLate(scheduledAt),
          } as const,
        ];
  const takenOff =
    unpublishAt === undefined ? [] : [{ ...common, at: unpublishAt, event: 'takenOff', isDone: false } as const];
  return [...published, ...takenOff].map((entry) => ({ ...entry, isHindered: !entry.isDone && entry.at <= time }));
}

/** A change with a time; null if it is gone, or hidden from the reader. */
async function readPlannedChange(
  name: string,
  { live, proposals, proposalSchedule }: PlannedSource,
): Promise<CalendarEntry | null> {
  const at = proposalSchedule.of(name);
  if (at === null) return null;
  try {
    const proposal = await proposals.get(name);
    const { records } = await proposals.describe(proposal);
    const draftOf = proposal.facts?.draftOf ?? null;
    return {
      ...{ at, event: 'published', isDone: false, title: proposal.title, page: null, change: name, commit: null },
      draftOf: draftOf?.kind === 'page' ? draftOf.id : null,
      pages: records.flatMap((record) => toPlannedPage(record, live)),
      isHindered: proposalSchedule.refusalOf(name).length > 0,
    };
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

type EditedRecord = Awaited<ReturnType<PlannedSource['proposals']['describe']>>['records'][number];

/** A page as a change leaves it. */
function toPlannedPage(
  { kind, id, title, subjects }: EditedRecord,
  live: PlannedSource['live'],
): readonly CalendarPage[] {
  if (kind !== 'page') return [];
  const present = live.store.get('page', id)?.data;
  const subject = subjects?.at(-1);
  return [{ id, title, type: subject?.type ?? present?.type ?? '', locale: subject?.locale ?? present?.locale ?? '' }];
}
