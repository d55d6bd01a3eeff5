import { entityOf, isKind } from '../../model/entities/index.ts';
import { CmsError } from '../../model/errors.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { Site } from '../../site/site.ts';
import type { PresenceSource, PresentRecord } from '../stream/presence.ts';
import type { ReaderSites } from './readerSites.ts';

/** Whether somebody may be told who has a record open. */
export type MayTellPresence = (record: PresentRecord) => Promise<boolean>;

interface Parts {
  readonly live: Site;
  readonly sites: ReaderSites;
  /** As the reader sees them. */
  readonly proposals: Pick<Proposals, 'open'>;
}

/** @returns the test for records that are live, and for those that only a change has */
export function createMayTellPresence({ live, sites, proposals }: Parts): MayTellPresence {
  const { store } = sites.restrict(live);
  return async ({ kind, id, change }) => {
    if (!isKind(kind) || entityOf(kind).home !== 'content') return true;
    if (live.store.get(kind, id)) return store.get(kind, id) !== undefined;
    return change !== null && (await hasInChange({ kind, id, change }));
  };
  async function hasInChange({ kind, id, change }: PresentRecord): Promise<boolean> {
    try {
      return change !== null && isKind(kind) && (await proposals.open(change, false)).store.get(kind, id) !== undefined;
    } catch (error) {
      if (error instanceof CmsError) return false;
      throw error;
    }
  }
}

/** Who has those records open that somebody may read. */
export const restrictPresence = (presence: PresenceSource, mayTell: MayTellPresence): PresenceSource => ({
  note: async (record, actor, isGone) => ((await mayTell(record)) ? presence.note(record, actor, isGone) : []),
  async list() {
    const all = await presence.list();
    const isTold = await Promise.all(all.map(mayTell));
    return all.filter((_, index) => isTold[index]);
  },
});
