import type { BlockValue } from '../../../blocks/blockValue.ts';
import type { Values } from '../../../form/values.ts';
import { isSame } from '../../../form/values.ts';
import type { AdminPage, AdminRegionEntry } from '../../../wire/interface.ts';

/** What of a page is written in its form, by the names of the wire. */
const PLAIN_KEYS = [
  'title',
  'slug',
  'fields',
  'metaTitle',
  'metaDescription',
  'ogImage',
  'canonicalUrl',
  'robots',
  'scheduledAt',
  'unpublishAt',
] as const;

/** The values of the form that shows a page. What is not set is absent. */
export function toValues(page: AdminPage): Values {
  const plain = PLAIN_KEYS.flatMap((key) => (page[key] === null ? [] : [[key, page[key]] as const]));
  const regions = Object.entries(page.regions).map(([name, entries]) => [name, entries.map(toBlock)] as const);
  return {
    ...Object.fromEntries(plain),
    terms: page.terms.map(({ termId }) => termId),
    regions: Object.fromEntries(regions.filter(([, entries]) => entries.length > 0)),
  };
}

const toBlock = ({ id, block_type, block_id, title, fields, overrides, is_shared }: AdminRegionEntry): BlockValue => ({
  key: id,
  id,
  type: block_type,
  ...(title !== null && { title }),
  ...(is_shared ? { blockId: block_id, fields: {}, ...(overrides && { overrides }) } : { fields }),
});

type Regions = Readonly<Record<string, readonly BlockValue[]>>;

const regionsIn = (values: Values): Regions => (values['regions'] ?? {}) as Regions;

interface Keeping {
  /** Versions of the form that have names for its blocks. */
  readonly known: readonly Values[];
  /** What this is the answer to: its new blocks have ids now. */
  readonly sent?: Values;
}

/** The values with the names that the form has for its blocks: what is open stays open, and is met again. */
export function keepKeys(values: Values, { known, sent = {} }: Keeping): Values {
  const ofForm = known.flatMap((one) => Object.values(regionsIn(one)).flat());
  const keys = new Map(ofForm.flatMap(({ id, key }) => (id === undefined ? [] : [[id, key] as const])));
  const regions = Object.entries(regionsIn(values)).map(([name, blocks]) => {
    const added = (regionsIn(sent)[name] ?? []).filter(({ id }) => id === undefined);
    const fresh = pairOf(
      blocks.filter(({ key }) => !keys.has(key)),
      added,
    );
    return [name, blocks.map((block) => ({ ...block, key: keys.get(block.key) ?? fresh.get(block) ?? block.key }))];
  });
  return { ...values, regions: Object.fromEntries(regions) };
}

/** The names of blocks that were sent without an id and have come back with one. */
function pairOf(came: readonly BlockValue[], added: readonly BlockValue[]): ReadonlyMap<BlockValue, string> {
  // The server may write a value otherwise than it was sent. Where nobody else has added any, their order tells.
  if (came.length === added.length) return new Map(came.map((block, index) => [block, added[index]!.key]));
  const left = [...added];
  return new Map(
    came.flatMap((block) => {
      const index = left.findIndex((one) => isSame(writeNew(one), writeNew(block)));
      return index < 0 ? [] : left.splice(index, 1).map(({ key }) => [block, key] as const);
    }),
  );
}

const writeNew = (block: BlockValue): object => writeBlock({ ...block, id: undefined });

/** Whether all that was sent is there. */
export function holdsSent(there: Values, { sent, saved }: { readonly sent: Values; readonly saved: Values }): boolean {
  const body = toBody(sent, saved);
  return Object.keys(body).every((key) =>
    key === 'regions' ? isSame(newRegions(there), newRegions(sent)) : isSame(there[key], sent[key]),
  );
}

/** Those of a form may be empty. */
const newRegions = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(regionsIn(values)).flatMap(([name, blocks]) =>
      blocks.length > 0 ? [[name, blocks.map(writeNew)]] : [],
    ),
  );

/** What is sent to save the form: the keys that differ from what the server has. */
export function toBody(values: Values, saved: Values): Values {
  const keys = new Set([...Object.keys(values), ...Object.keys(saved)]);
  const changed = [...keys].filter((key) => !isSame(values[key], saved[key]));
  return Object.fromEntries(changed.map((key) => [key, WRITE[key]?.(values[key]) ?? values[key] ?? null]));
}

const WRITE: Readonly<Record<string, (value: unknown) => unknown>> = {
  regions: (regions) =>
    Object.fromEntries(
      Object.entries(regions as Readonly<Record<string, readonly BlockValue[]>>).map(([name, blocks]) => [
        name,
        blocks.map(writeBlock),
      ]),
    ),
};

function writeBlock({ id, type, title, fields, blockId, overrides }: BlockValue): object {
  if (blockId !== undefined) return { ...(id && { id }), blockId, overrides: overrides ?? null };
  return { ...(id && { id }), blockTypeSlug: type, title: title ?? null, fields };
}
