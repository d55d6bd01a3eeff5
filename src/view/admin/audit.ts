import { ACTIVITY_AREAS, describeActivity } from '../../model/activity.ts';
import { entityOf, isKind } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';

/** An entry of the audit log, wherever it is stored. */
interface LoggedAction {
  readonly at: string;
  readonly actor: string;
  readonly author: { readonly name: string; readonly email: string } | null;
  readonly action: string;
  readonly records: readonly string[];
  readonly summary: string | null;
  readonly ip: string | null;
  readonly ok: boolean;
  readonly commit: string | null;
}

/** The most records that are shown: an import lists everything it has written. */
const MAX_RECORDS = 100;

/** Who did what to which records, and when; actions outside the repository have no commit. */
export function showAuditEntry(
  { at, actor, author, action, records, summary, ip, ok, commit }: LoggedAction,
  lookup: Lookup,
): object {
  const title = records.length === 1 ? findCurrentTitle(records[0] ?? '', lookup) : null;
  return {
    at,
    actor,
    author: author && { name: author.name, email: author.email },
    action,
    area: ACTIVITY_AREAS.find((area) => area === action.split('.')[0]) ?? null,
    activity: describeActivity({ action, subject: summary, title, count: records.length }),
    record: records[0] ?? null,
    records: records.slice(0, MAX_RECORDS),
    recordCount: records.length,
    title,
    summary,
    ip,
    ok,
    commit,
  };
}

/** What the record `page/12 en/about` is called now, or the extension `extension/maps 1.2.0`; null if it is gone. */
function findCurrentTitle(record: string, lookup: Lookup): string | null {
  const extension = /^extension\/(\S+)/.exec(record)?.[1];
  if (extension !== undefined) return extension;
  const [, kind = '', id] = /^(\w+)\/(\d+)/.exec(record) ?? [];
  const found = isKind(kind) && id !== undefined ? lookup.get(kind, Number(id)) : undefined;
  return found ? entityOf(found.kind).title(found.data) : null;
}
