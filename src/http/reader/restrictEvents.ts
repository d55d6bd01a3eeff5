import type { Happening } from '../../job/happening.ts';
import { isKind } from '../../model/entities/index.ts';
import type { RecordRef } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { MayTell, Reader, Topic } from '../../site/reader/reader.ts';
import type { Store } from '../../store/store.ts';
import type { EventView } from '../stream/eventStreams.ts';

/** A record in a change, or in what is live. */
interface RecordInVersion extends RecordRef {
  /** The name of the change. */
  readonly change: string | null;
}

interface Parts {
  readonly reader: Reader;
  /** What is live, as the reader sees it. */
  readonly store: Pick<Store, 'get'>;
  /** As the reader sees them. */
  readonly proposals: Pick<Proposals, 'get' | 'dropped'>;
  readonly mayTell: MayTell;
}

/** The events of records, changes and people that somebody may read about. */
export function createEventView({ reader, store, proposals, mayTell }: Parts): EventView {
  const isThere = ({ kind, id }: { readonly kind: string; readonly id: number }): boolean =>
    isKind(kind) && store.get(kind, id) !== undefined;

  function showHappening(happening: Happening): Happening | null {
    if ('entry' in happening) return reader.mayRead(happening.entry) ? happening : null;
    if (happening.type === 'merge.clashed') {
      const clashes = happening.clashes.filter(isThere);
      return clashes.length > 0 ? { ...happening, clashes } : null;
    }
    const records = happening.records.filter(isThere);
    if (records.length === happening.recordCount) return happening;
    // An address may be that of a hidden record.
    return records.length > 0 ? { ...happening, records, recordCount: records.length, urls: [] } : null;
  }

  async function isChangeTold(name: string): Promise<boolean> {
    try {
      return (await proposals.get(name)) !== undefined;
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      return (await proposals.dropped()).some((one) => one.name === name);
    }
  }

  return {
    showHappening,
    async isTold(event, told) {
      const { data } = told as { readonly data: Topic | RecordInVersion | { readonly name: string } };
      if ('record' in data) return mayTell(data);
      if ('change' in data) return mayTell({ record: { kind: data.kind, id: data.id }, change: data.change });
      return event.startsWith('change.') && 'name' in data && isChangeTold(data.name);
    },
  };
}
