import type { EntryChange, Lookup } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { ActorRights } from '../../model/rights/rights.ts';
import { withParts } from '../../site/joinSite.ts';
import { createReader, type Reader } from '../../site/reader/reader.ts';
import { restrictSite } from '../../site/reader/restrictSite.ts';
import type { ForeseenSites, Site, Sites } from '../../site/site.ts';
import type { RecordWriter } from '../../write/action.ts';
import { aliasClashes } from './hiddenParts.ts';

/** The versions of the site as somebody sees them. */
export interface ReaderSites {
  /** The same one each time. */
  restrict<S extends Site>(site: S): S;
  readerOf(site: Site): Reader;
  /** The version that a restricted one shows; for any other, itself. */
  wholeOf<S extends object>(site: S): S;
}

export function createReaderSites(rights: ActorRights): ReaderSites {
  const restricted = new WeakMap<Site, Site>();
  const wholes = new WeakMap<object, Site>();
  const readers = new WeakMap<Site, Reader>();
  function readerOf(site: Site): Reader {
    const reader = readers.get(site) ?? createReader({ rights, ownerOf: site.history.ownerOf });
    readers.set(site, reader);
    return reader;
  }
  function make(site: Site): Site {
    const reader = readerOf(site);
    const made = restrictSite(site, reader);
    // Of a version that can be written, this is what writes it.
    const write = site.write as RecordWriter | undefined;
    return write ? withParts(made, { write: restrictWriter(write, reader, made.store) }) : made;
  }
  return {
    readerOf,
    restrict<S extends Site>(site: S): S {
      const known = restricted.get(site) ?? make(site);
      restricted.set(site, known);
      wholes.set(known, site);
      // It has all parts of the version.
      return known as S;
    },
    wholeOf: <S extends object>(site: S) => (wholes.get(site) as S | undefined) ?? site,
  };
}

/**
 * All versions of the site as somebody sees them.
 *
 * @param isHidden whether a name is that of a change which does not exist for the reader
 */
export function restrictSites<Write>(
  sites: Sites<Write>,
  { restrict }: ReaderSites,
  isHidden: (name: string) => Promise<boolean>,
): Sites<Write> {
  async function requireVisible(name: string | undefined): Promise<void> {
    if (name !== undefined && (await isHidden(name))) throw notFound('Ref');
  }
  return {
    async resolve(name, field) {
      await requireVisible(name);
      return sites.resolve(name, field);
    },
    async open(name) {
      await requireVisible(name);
      return restrict(await sites.open(name));
    },
    async atTime(at, name) {
      await requireVisible(name);
      return restrict(await sites.atTime(at, name));
    },
    atCommit: async (commit) => restrict(await sites.atCommit(commit)),
    made: async (name, open) => restrict(await sites.made(name, open)),
    atBranch: async (ref) => restrict(await sites.atBranch(ref)),
  };
}

/** The site as it will be, as somebody sees it: changes that do not exist for the reader are not named. */
export const restrictForeseen = (
  foreseen: ForeseenSites,
  { restrict, wholeOf }: ReaderSites,
  isHidden: (name: string) => Promise<boolean>,
): ForeseenSites => ({
  at: async (time) => restrict(await foreseen.at(time)),
  async leftOut(site) {
    const { changes, pages } = await foreseen.leftOut(wholeOf(site));
    const shown: string[] = [];
    for (const name of changes) if (!(await isHidden(name))) shown.push(name);
    return { changes: shown, pages: pages.filter((id) => site.store.get('page', id) !== undefined) };
  },
});

/** A writer whose results do not tell what else has become of records that somebody may not read. */
function restrictWriter(writer: RecordWriter, { mayRead }: Reader, lookup: Pick<Lookup, 'aliases'>): RecordWriter {
  const isReadable = ({ before, after }: EntryChange): boolean =>
    [before, after].every((side) => side === null || mayRead(side));
  return {
    ...writer,
    async write(action, actor) {
      const written = await writer.write(action, actor).catch((error: unknown) => {
        throw aliasClashes(error, lookup);
      });
      return { ...written, changes: written.changes.filter(isReadable) };
    },
  };
}
