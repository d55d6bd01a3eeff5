import { CmsError } from '../model/errors.ts';
import type { Proposals } from './proposals.ts';
import type { ProposalSchedule } from './schedule.ts';

interface Parts {
  readonly proposals: Pick<Proposals, 'get' | 'describe'>;
  readonly schedule: Pick<ProposalSchedule, 'names'>;
}

/** The ids of the pages that changes with a publishing time will alter. */
export async function findScheduledPages({ proposals, schedule }: Parts): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const name of schedule.names())
    for (const { kind, id } of await recordsOf(name, proposals)) if (kind === 'page') found.add(id);
  return found;
}

/** What a change has edited; nothing if it is gone by now. */
async function recordsOf(name: string, proposals: Parts['proposals']) {
  try {
    return (await proposals.describe(await proposals.get(name))).records;
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}
