import { lazily } from '../../lib/list/lazily.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import { restrictLookup } from '../../model/record/restrictLookup.ts';
import { contentOver, type PublicContent } from '../../view/publicContent.ts';
import { withParts } from '../joinSite.ts';
import type { Site } from '../site.ts';
import type { CommitContent, PageRevisions, RecordDiff, RecordOrigins, SiteHistory } from '../version/past.ts';
import type { ReadableRecord, Reader } from './reader.ts';
import { restrictLists } from './restrictLists.ts';
import { restrictSearch } from './restrictSearch.ts';
import { restrictStore } from './restrictStore.ts';

/**
 * A version of the site as somebody sees it who may not read all of it. It moves along with the version. What writes it
 * is the version's own: writes are planned with what their author may read, and checked against everything.
 */
export function restrictSite<S extends Site>(site: S, reader: Reader): S {
  const { mayRead } = reader;
  const store = restrictStore(site.store, reader);
  const search = lazily(() => restrictSearch(site.search(), (id) => store.get('page', id) !== undefined));
  return withParts(site, {
    store,
    search,
    lists: restrictLists(site.lists, reader),
    history: restrictHistory(site.history, reader),
    view: {
      content: restrictContent(site.view.content, mayRead),
      preview: restrictContent(site.view.preview, mayRead),
    },
  });
}

/** What somebody sees of content who may not read all of it. */
const restrictContent = (content: PublicContent, isReadable: (entry: Entry) => boolean): PublicContent =>
  contentOver(
    { ...restrictLookup(content, isReadable), hasByItself: content.hasByItself },
    (...list) => content.pages(...list).filter(isReadable),
    { edition: content.edition, secondsToNextChange: content.secondsToNextChange },
  );

/** What somebody may see of the past: no version that they could not read, and no commit that changed one. */
function restrictHistory(history: SiteHistory, reader: Reader): SiteHistory {
  const readable = (content: CommitContent): CommitContent => {
    if (!mayReadAll(content, reader)) throw notFound('Commit');
    return content;
  };
  return {
    ...history,
    revisions: restrictRevisions(history.revisions, reader),
    async findPast(present, past) {
      const found = await history.findPast(present, past);
      return found && reader.mayRead(found) ? found : undefined;
    },
    findOrigins: async (present) => withoutHiddenOrigins(await history.findOrigins(present, reader.mayRead)),
    readCommit: async (commit) => readable(await history.readCommit(commit)),
    readBetween: async (...asked) => readable(await history.readBetween(...asked)),
  };
}

/** Whether no side of any record in a commit is hidden. */
const mayReadAll = ({ records }: CommitContent, { mayRead }: Reader): boolean =>
  records.every(({ before, after }: RecordDiff) => [before, after].every((side) => side === null || mayRead(side)));

/** All versions are read to find out which of them count: whoever reads all pays nothing for that. */
function restrictRevisions(revisions: PageRevisions, { mayRead }: Reader): PageRevisions {
  const isReadable = (data: PageRevision['data'], page: Entry<Page>): boolean =>
    data !== null && mayRead({ kind: 'page', path: page.path, data } satisfies ReadableRecord);
  const withoutHidden = (revision: PageRevision, page: Entry<Page>): PageRevision =>
    revision.before && !isReadable(revision.before.data, page) ? { ...revision, before: null } : revision;
  return {
    async list(page, { limit, offset }) {
      const { total } = await revisions.list(page, { limit: 0, offset: 0 });
      const found: PageRevision[] = [];
      const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
      let count = 0;
      for (let from = 0; from < total; from += READ_AT_ONCE) {
        const slice = await revisions.list(page, { limit: READ_AT_ONCE, offset: from });
        for (const revision of slice.revisions.filter(({ data }) => isReadable(data, page))) {
          if (count >= offset && found.length < limit) found.push(withoutHidden(revision, page));
          count += 1;
        }
        await yieldIfBusy();
      }
      return { revisions: found, total: count };
    },
    async get(page, commit) {
      const revision = await revisions.get(page, commit);
      if (!isReadable(revision.data, page)) throw notFound('Revision');
      return withoutHidden(revision, page);
    },
  };
}

const READ_AT_ONCE = 100;

/** The origins as somebody sees them who may not read all versions: what a hidden one said is not told. */
function withoutHiddenOrigins({ versions, hidden, values }: RecordOrigins): RecordOrigins {
  if (hidden.size === 0) return { versions, hidden, values };
  const shown = values.map(({ before, ...value }) => {
    const wasHidden =
      hidden.has(value.version) || versions[value.version]?.parents.some((parent) => hidden.has(parent));
    return wasHidden || before === undefined ? value : { ...value, before };
  });
  return { versions, hidden, values: shown };
}
