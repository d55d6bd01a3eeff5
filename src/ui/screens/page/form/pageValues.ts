import type { BlockValue } from '../../../blocks/blockValue.ts';
import type { Values } from '../../../form/values.ts';
import { isSame } from '../../../form/values.ts';
import type { AdminPage, AdminRegionEntry } from '../../../wire/interface.ts';

/** The keys of a page that its form edits as they are. */
const PLAIN_KEYS = [
  'title',
  'slug',
  'fields',
  'metaTitle',
  'metaDescription',
  'ogImage',
  'canonicalUrl',
  'robots',
] as const;

/** The form values of a page. Values that are not set are absent. */
export function toValues(page: AdminPage): Values {
  const plain = PLAIN_KEYS.flatMap((key) => (page[key] === null ? [] : [[key, page[key]] as const]));
  const regions = Object.entries(page.regions).map(([name, entries]) => [name, entries.map(toBlock)] as const);
  return {
    ...Object.fromEntries(plain),
    terms: page.terms.map(({ termId }) => termId),
    regions: Object.fromEntries(regions.filter(([, entries]) => entries.length > 0)),
  };
}

const toBlock = ({ is_shared, hidden, ...entry }: AdminRegionEntry): BlockValue => ({
  ...(is_shared ? toSharedBlock(entry) : toOwnBlock(entry)),
  ...(hidden && { hidden: true }),
});

type Content = Omit<AdminRegionEntry, 'is_shared' | 'hidden'>;

const toOwnBlock = ({ id, block_type, title, fields }: Content): BlockValue => ({
  ...{ key: id, id, type: block_type, fields },
  ...(title !== null && { title }),
});

const toSharedBlock = ({ id, block_type, block_id, title, overrides }: Content): BlockValue => ({
  ...{ key: id, id, type: block_type, fields: {}, blockId: block_id },
  ...(title !== null && { title }),
  ...(overrides && { overrides }),
});

type Regions = Readonly<Record<string, readonly BlockValue[]>>;

const regionsIn = (values: Values): Regions => (values['regions'] ?? {}) as Regions;

/** The ids of the blocks in some versions. A block that was removed, saved and brought back has an id that is none any more. */
const idsIn = (versions: readonly Values[]): ReadonlySet<string | undefined> =>
  new Set(versions.flatMap((values) => Object.values(regionsIn(values)).flat()).flatMap(({ id }) => id ?? []));

interface Keeping {
  /** Versions of the form whose blocks already have keys. */
  readonly known: readonly Values[];
  /** The values that these are the answer to. New blocks in them have ids by now. */
  readonly sent?: Values;
}

/** The values with the keys that the form already has for their blocks: open blocks stay open, and merging matches them. */
export function keepKeys(values: Values, { known, sent = {} }: Keeping): Values {
  const ofForm = known.flatMap((one) => Object.values(regionsIn(one)).flat());
  const stored = idsIn(known.filter((one) => one !== sent));
  const keys = new Map(ofForm.flatMap(({ id, key }) => (id === undefined ? [] : [[id, key] as const])));
  const regions = Object.entries(regionsIn(values)).map(([name, blocks]) => {
    const added = (regionsIn(sent)[name] ?? []).filter(({ id }) => !stored.has(id));
    const fresh = keysOfAdded(
      blocks.filter(({ key }) => !keys.has(key)),
      added,
    );
    return [name, blocks.map((block) => ({ ...block, key: keys.get(block.key) ?? fresh.get(block) ?? block.key }))];
  });
  return { ...values, regions: Object.fromEntries(regions) };
}

/** The keys of blocks that were sent without an id and came back with one. */
function keysOfAdded(returned: readonly BlockValue[], added: readonly BlockValue[]): ReadonlyMap<BlockValue, string> {
  // Unless somebody else has added blocks, their order tells. Their values may not: the server may normalize them.
  if (returned.length === added.length) return new Map(returned.map((block, index) => [block, added[index]!.key]));
  const left = [...added];
  return new Map(
    returned.flatMap((block) => {
      const index = left.findIndex((one) => isSame(writeNew(one), writeNew(block)));
      return index < 0 ? [] : left.splice(index, 1).map(({ key }) => [block, key] as const);
    }),
  );
}

const writeNew = (block: BlockValue): object => writeBlock({ ...block, id: undefined });

/** Whether a page contains everything that was sent. */
export function holdsSent(there: Values, { sent, saved }: { readonly sent: Values; readonly saved: Values }): boolean {
  const body = toBody(sent, saved);
  return Object.keys(body).every((key) =>
    key === 'regions' ? isSame(newRegions(there), newRegions(sent)) : isSame(there[key], sent[key]),
  );
}

/** The regions of a form as new blocks, without the empty ones. */
const newRegions = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(regionsIn(values)).flatMap(([name, blocks]) =>
      blocks.length > 0 ? [[name, blocks.map(writeNew)]] : [],
    ),
  );

/** The request body that saves the form: the keys whose values differ from the server's. */
export function toBody(values: Values, saved: Values): Values {
  const keys = new Set([...Object.keys(values), ...Object.keys(saved)]);
  const changed = [...keys].filter((key) => !isSame(values[key], saved[key]));
  return Object.fromEntries(
    changed.map((key) => [key, key === 'regions' ? writeRegions(values, saved) : (values[key] ?? null)]),
  );
}

function writeRegions(values: Values, saved: Values): object {
  const stored = idsIn([saved]);
  return Object.fromEntries(
    Object.entries(regionsIn(values)).map(([name, blocks]) => [
      name,
      blocks.map((block) => writeBlock(stored.has(block.id) ? block : { ...block, id: undefined })),
    ]),
  );
}

function writeBlock({ id, type, title, fields, blockId, overrides, hidden }: BlockValue): object {
  const block = { ...(id && { id }), hidden: hidden === true };
  if (blockId !== undefined) return { ...block, blockId, overrides: overrides ?? null };
  return { ...block, blockTypeSlug: type, title: title ?? null, fields };
}
