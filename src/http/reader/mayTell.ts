import { entityOf, isKind } from '../../model/entities/index.ts';
import { CmsError } from '../../model/errors.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { MayTell } from '../../site/reader/reader.ts';
import type { Site } from '../../site/site.ts';
import type { ReaderSites } from './readerSites.ts';

interface Parts {
  readonly live: Site;
  readonly sites: ReaderSites;
  /** All changes, and as the reader sees them. */
  readonly everyProposal: Pick<Proposals, 'get'>;
  readonly proposals: Pick<Proposals, 'open'>;
}

/** The test for somebody who may not read everything. Of a record that is gone, nobody knows whether they could read it. */
export function createMayTell({ live, sites, everyProposal, proposals }: Parts): MayTell {
  const { store } = sites.restrict(live);
  /** The change as the reader sees it; null if it is not there any more, undefined if it is hidden. */
  async function findChange(name: string): Promise<Site | null | undefined> {
    const isThere = await everyProposal.get(name).then(() => true, refuse);
    if (!isThere) return null;
    return proposals.open(name, false).catch(hide);
  }
  return async ({ record, change }) => {
    const found = change === null ? null : await findChange(change);
    if (found === undefined) return false;
    if (record === null) return found !== null;
    const { kind, id } = record;
    if (!isKind(kind) || entityOf(kind).home !== 'content') return true;
    const isLiveHidden = live.store.get(kind, id) !== undefined && store.get(kind, id) === undefined;
    return !isLiveHidden && (found ?? { store }).store.get(kind, id) !== undefined;
  };
}

function refuse(error: unknown): false {
  if (error instanceof CmsError) return false;
  throw error;
}

function hide(error: unknown): undefined {
  if (!(error instanceof CmsError)) throw error;
}
