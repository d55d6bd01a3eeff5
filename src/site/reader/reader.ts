import { entityOf } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import type { ActorRights } from '../../model/rights/rights.ts';
import { toReadSubject } from '../../model/rights/rightsSubject.ts';

/** A version of a record, as far as reading it depends on that. */
export type ReadableRecord = Pick<Entry, 'kind' | 'path' | 'data'>;

/** Judges what somebody may read of one version of the site. */
export interface Reader {
  /** Also of a version that is not served, such as an earlier one. */
  mayRead(record: ReadableRecord): boolean;
}

/** What people do something with: a record, in a change or live, or a change as a whole. */
export interface Topic {
  readonly record: { readonly kind: string; readonly id: number } | null;
  /** The name of a change. */
  readonly change: string | null;
}

/** Whether somebody may be told of what people do, by what they do it with. */
export type MayTell = (topic: Topic) => Promise<boolean>;

interface ReaderParts {
  readonly rights: Pick<ActorRights, 'mayRead' | 'asksOwner'>;
  /** Who has created the record of a file, such as `user/1`. */
  ownerOf(path: string): string | undefined;
}

/** Each version of a record is judged once, unless that depends on the history, which may still be read. */
export function createReader({ rights, ownerOf }: ReaderParts): Reader {
  const known = new WeakMap<object, boolean>();
  function judge({ kind, path, data }: ReadableRecord): boolean {
    // Who may read people, keys and the like is a matter of their endpoints.
    if (entityOf(kind).home === 'private') return true;
    const owner = rights.asksOwner ? ownerOf(path) : undefined;
    // Whether the public may see it does not matter.
    return rights.mayRead({ ...toReadSubject({ kind, data }), owner, isPublic: false });
  }
  function judgeOnce(record: ReadableRecord): boolean {
    const found = known.get(record) ?? judge(record);
    known.set(record, found);
    return found;
  }
  return { mayRead: rights.asksOwner ? judge : judgeOnce };
}
