import { sameJson } from '../../lib/json/sameJson.ts';
import { createLruCache } from '../../lib/list/createLruCache.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import { findSource, statusState, type TranslationStates } from '../../view/admin/translationState.ts';
import type { FindPast } from './past.ts';

/** Compares translations with the versions of their sources that they were made from. */
export interface TranslationSources extends TranslationStates {
  /** Compares pages, so that their states are known. In slices: the old versions may have to be read from git. */
  compare(pages: Iterable<Entry<Page>>): Promise<void>;
  /** The version of its source that a page was made from; undefined if git does not have it, or it has no source. */
  findMadeFrom(page: Entry<Page>): Promise<Entry<Page> | undefined>;
}

interface Parts {
  readonly lookup: Pick<Lookup, 'find'>;
  readonly findPast: FindPast;
}

/** The pairs of versions whose comparison is kept. */
const MAX_KEPT = 50_000;

export function createTranslationSources({ lookup, findPast }: Parts): TranslationSources {
  /** Whether the content of two versions of a source differs. */
  const differs = createLruCache<boolean>(MAX_KEPT);

  /** As `findMadeFrom`; null as long as the history is being read. */
  async function readMadeFrom(page: Entry<Page>): Promise<Entry<Page> | undefined | null> {
    const source = findSource(page, lookup);
    const rev = page.data.translation?.rev;
    if (!source || rev === undefined || rev === source.rev) return source;
    try {
      return await findPast(source, { rev });
    } catch (error) {
      if (error instanceof CmsError) return null;
      throw error;
    }
  }

  return {
    findMadeFrom: async (page) => (await readMadeFrom(page)) ?? undefined,
    stateOf(page) {
      const source = findSource(page, lookup);
      if (!source) return undefined;
      const isChanged = page.data.translation?.rev === source.rev ? false : differs.get(pairName(page, source));
      if (isChanged) return 'outdated';
      return isChanged === undefined ? undefined : statusState(page);
    },
    async compare(pages) {
      const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
      for (const page of pages) {
        const source = findSource(page, lookup);
        if (!source || page.data.translation?.rev === source.rev || differs.has(pairName(page, source))) continue;
        const madeFrom = await readMadeFrom(page);
        if (madeFrom !== null)
          differs.set(pairName(page, source), !madeFrom || !isSameContent(madeFrom.data, source.data));
        const turn = yieldIfBusy();
        if (turn) await turn;
      }
    },
  };
}

const pairName = ({ data }: Entry<Page>, source: Entry<Page>): string => `${data.translation?.rev} ${source.rev}`;

/** What a translation takes over from its source: neither its address nor when it is read. */
const contentOf = ({ title, fields, regions, seo, terms }: Page): object => ({ title, fields, regions, seo, terms });
/** Whether two versions of a page say the same to a translator. */
export const isSameContent = (a: Page, b: Page): boolean => sameJson(contentOf(a), contentOf(b));
