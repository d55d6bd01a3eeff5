import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import type { RecordClash } from '../../model/clash.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import type { FieldSchemas } from '../../model/merge/mergeData.ts';
import type { ValueClash } from '../../model/merge/threeVersions.ts';
import { createFindSummary } from '../../model/merge/valueSummary.ts';
import { because } from '../../model/reason.ts';
import { createMergeRecords } from '../../store/merge/mergeRecords.ts';
import { kindLabel } from '../records.ts';

/** The schemas that the merge of records needs. */
export const mergeSchemasIn = (lookup: Pick<Lookup, 'byKey' | 'code'>): FieldSchemas => ({
  code: lookup.code,
  ofContentType: (slug) => lookup.byKey('contentType', slug)?.data.fieldsSchema,
  ofBlockType: (slug) => lookup.byKey('blockType', slug)?.data.fieldsSchema,
  ofBlock: (key) => lookup.byKey('blockType', lookup.byKey('block', key)?.data.type ?? '')?.data.fieldsSchema,
});

/** Late writes and reverts share one thread. */
export const mergeRecords = createMergeRecords();

/** The record that some values clash in. */
export interface ClashingRecord extends Pick<Entry, 'kind' | 'key' | 'id'> {
  /** As it is merged, with the version that is kept in place of each clash; null or undefined if it cannot be read. */
  readonly data: object | null | undefined;
}

/** Adds to a clash its record and an id, and the values in a line if an extension says them so. */
export function toRecordClash(clash: ValueClash, record: ClashingRecord, schemas: FieldSchemas): RecordClash {
  const { path, keys, base = null, ours = null, theirs = null } = clash;
  const { kind, key, id, data } = record;
  const found = { kind, key, id, path, ...(keys && { keys }), base, ours, theirs };
  const clashId = createHash('sha1').update(canonicalJson(found)).digest('base64url').slice(0, 20);
  const summarize = data && !keys ? createFindSummary({ kind, data }, schemas)(path) : null;
  const summaries = summarize && { base: summarize(base), ours: summarize(ours), theirs: summarize(theirs) };
  return { clashId, ...found, ...(summaries && { summaries }) };
}

/**
 * The error for values that cannot be merged; nothing has been written.
 *
 * @param why what the message says after the name of the record; without it, the message does not name the record
 */
export function clashed(clashes: readonly RecordClash[], why?: string): CmsError {
  const details = clashes.flatMap((clash) =>
    (clash.keys?.map((key) => [...clash.path, key]) ?? [clash.path]).map((at) => ({
      path: at.map(String),
      ...because(
        'clash',
        why === undefined ? 'has also been changed by someone else' : `${clashSubject(clash, at)} ${why}`,
        {},
      ),
    })),
  );
  return new CmsError('CONFLICT', details, { clashes });
}

/** `of page "en/about"`, which follows the path of a value; `Page "en/about"` for the whole record. */
function clashSubject({ kind, key }: RecordClash, at: RecordClash['path']): string {
  const noun = at.length > 0 ? `of ${kindLabel(kind).toLowerCase()}` : kindLabel(kind);
  return key === '' ? noun : `${noun} "${key}"`;
}
