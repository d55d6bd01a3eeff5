import { entityOf, isKind } from '../../model/entities/index.ts';
import { CmsError } from '../../model/errors.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { Site } from '../../site/site.ts';
import type { ReaderSites } from './readerSites.ts';

/** What people do something with: a record, in a change or live, or a change as a whole. */
export interface Topic {
  readonly record: { readonly kind: string; readonly id: number } | null;
  /** The name of a change. */
  readonly change: string | null;
}

/** Whether somebody may be told of what people do, by what they do it with. */
export type MayTell = (topic: Topic) => Promise<boolean>;

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
