import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import { type FieldValues, isMapping } from '../../model/fields/values.ts';
import type { Kind } from '../../model/records.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import type { ExtensionLookup, ExtensionRecord } from '../record.ts';

/** The records, as the code of extensions reads them. Those of the private folder do not exist in it. */
export const createExtensionLookup = (lookup: JudgeLookup): ExtensionLookup =>
  Object.freeze<ExtensionLookup>({
    byKey(kind, key) {
      const entry = isContent(kind) ? lookup.byKey(kind, key) : undefined;
      return entry && entryToRecord(entry);
    },
    *byType(kind, type) {
      for (const entry of lookup.find(kind, 'byType', type)) yield entryToRecord(entry);
    },
    byField(kind, type, name, value) {
      const place = { kind: TYPE_KINDS[kind], type, name, isOwn: false };
      const entries = new Set<Entry>(lookup.byValue(place, value).map(({ entry }) => entry));
      return [...entries].map(entryToRecord);
    },
  });

/** Extensions may ask for kinds that do not exist. */
const isContent = (kind: Kind): boolean => KINDS.includes(kind) && entityOf(kind).home === 'content';

const TYPE_KINDS = { page: 'contentType', block: 'blockType' } as const;

/** A record of any kind. Kinds without fields show their own values as such. */
export function entryToRecord({ kind, id, key, data }: Entry): ExtensionRecord {
  const values = data as FieldValues;
  const own = ['type', 'title', 'locale', 'slug', 'status'].flatMap((name) =>
    typeof values[name] === 'string' ? [[name, values[name]] as const] : [],
  );
  const fields = isMapping(values['fields']) ? values['fields'] : values;
  return Object.freeze({ kind, id, key, ...Object.fromEntries(own), fields: deepFreeze(fields) });
}
