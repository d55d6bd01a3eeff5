import type { HeadHistory } from '../git/history/history.ts';
import { joinSite, type SiteParts } from './joinSite.ts';
import type { Site } from './site.ts';

interface LiveParts<Write> extends Pick<SiteParts, 'repo' | 'clock'> {
  /** The working files in memory. */
  readonly records: Pick<SiteParts, 'store' | 'readRecord'> & { readonly history: HeadHistory };
  /** Keeps the store at HEAD. */
  readonly follower: { readonly head: string | null };
  readonly writer: Write;
}

/** The version that is live: the working files, kept up to date by the follower, the indexer and the writer. */
export function openLive<Write>({ repo, clock, records, follower, writer }: LiveParts<Write>): Site<Write> {
  const { store, readRecord, history } = records;
  const commits = (): HeadHistory => history;
  const isReady = (): boolean => history.isReady;
  return {
    ...joinSite({ repo, clock, store, readRecord, commits, isReady }),
    get commit() {
      return follower.head;
    },
    write: writer,
  };
}
