import { LRUCache } from 'lru-cache';
import { withParts } from '../../site/joinSite.ts';
import { atMoment } from '../../site/openCommit.ts';
import type { ForeseenSites, GitSite, Site, Sites } from '../../site/site.ts';
import { onePageContent } from '../../view/onePage.ts';
import type { AskedVersion, VersionToFind } from './versionToFind.ts';

export type FindSite = (version: VersionToFind) => Promise<Site>;

interface Parts {
  readonly live: Site;
  readonly sites: Pick<Sites, 'open' | 'atTime'>;
  readonly foreseenSites: Pick<ForeseenSites, 'at'>;
  readonly clock: () => Date;
  /** Loads what a version from git still lacks before it can be shown. */
  complete(site: GitSite): Promise<void>;
}

/** How many moments, and single pages, are kept of each version. */
const MAX_KEPT = 8;

export function createFindSite({ live, sites, foreseenSites, clock, complete }: Parts): FindSite {
  const whenComplete = createWhenComplete(complete);
  const moments = createKept<GitSite<undefined>>();
  const pages = createKept<Site>();

  async function findInGit({ ref, at }: AskedVersion): Promise<GitSite> {
    if (at && ref === undefined && at > clock()) {
      const foreseen = await foreseenSites.at(at);
      await whenComplete(foreseen);
      return foreseen;
    }
    const site = at ? await sites.atTime(at, ref) : await sites.open(ref ?? '');
    await whenComplete(site);
    // A moment is one of a commit.
    return at ? moments(site, at.toISOString(), () => atMoment(site as GitSite<undefined>, at)) : site;
  }

  return async ({ asked, page }) => {
    const site = asked ? await findInGit(asked) : live;
    return page === null ? site : pages(site, String(page), () => onlyPage(site, live, page));
  };
}

/** A version as a token for one of its pages shows it: only the live texts may be searched. */
const onlyPage = (site: Site, live: Site, page: number): Site =>
  withParts(site, {
    view: {
      content: onePageContent(site.view.content, live.view.content, page),
      preview: onePageContent(site.view.preview, live.view.content, page),
    },
    search: live.search,
  });

/** Makes the function that keeps what was last made from a version. */
function createKept<T extends object>(): (site: Site, name: string, make: () => T) => T {
  const known = new WeakMap<Site, LRUCache<string, T>>();
  return (site, name, make) => {
    const kept = known.get(site) ?? new LRUCache<string, T>({ max: MAX_KEPT });
    known.set(site, kept);
    const found = kept.get(name) ?? make();
    kept.set(name, found);
    return found;
  };
}

/** Completes a version once for each commit that it moves to. */
function createWhenComplete(complete: (site: GitSite) => Promise<void>): (site: GitSite) => Promise<void> {
  const completed = new WeakMap<GitSite, { readonly commit: string; readonly completing: Promise<void> }>();
  return async (site) => {
    const known = completed.get(site);
    const { commit } = site;
    const completing = known?.commit === commit ? known.completing : complete(site);
    completed.set(site, { commit, completing });
    // After a failure, the next request tries again.
    completing.catch(() => completed.delete(site));
    await completing;
  };
}
