import type { AuditTrail } from '../../auth/audit/auditTrail.ts';
import { entityOf, isKind } from '../../model/entities/index.ts';
import type { Store } from '../../store/store.ts';

/** As history and the log name records: `page/12 en/about`. */
const NAME = /^(\w+)\/(\d+)(?: |$)/;

/**
 * The audit log for somebody who may not read all content: entries about records that they may read now, under the names
 * that these have now, and those about no record. What was deleted is not told of: nobody knows whether they could read it.
 */
export function restrictTrail(trail: AuditTrail, store: Pick<Store, 'get'>): AuditTrail {
  const reader = { readable: (records: readonly string[]) => readableNames(records, store) };
  return { list: (range, filter) => trail.list(range, filter, reader) };
}

/** The records that can be read now, of those that history and the log name. @param store as the reader sees it */
export const readableNames = (records: readonly string[], store: Pick<Store, 'get'>): readonly string[] =>
  records.flatMap((record) => {
    const [, kind = '', id] = NAME.exec(record) ?? [];
    if (!isKind(kind) || entityOf(kind).home !== 'content') return [record];
    const entry = store.get(kind, Number(id));
    return entry ? [`${kind}/${entry.id} ${entry.key}`.trim()] : [];
  });
