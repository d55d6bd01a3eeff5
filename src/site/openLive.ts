import { joinSite, type Site, type SiteParts } from './site.ts';

interface LiveParts<Write> extends SiteParts {
  /** Keeps the store at HEAD. */
  readonly follower: { readonly head: string | null };
  readonly writer: Write;
}

/** The version that is live: the working files, kept up to date by the follower, the indexer and the writer. */
export const openLive = <Write>({ follower, writer, ...parts }: LiveParts<Write>): Site<Write> => ({
  ...joinSite(parts),
  get commit() {
    return follower.head;
  },
  write: writer,
});
