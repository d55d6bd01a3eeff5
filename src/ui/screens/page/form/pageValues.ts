import type { BlockValue } from '../../../blocks/blockValue.ts';
import type { FormValues } from '../../../form/values.ts';
import { isSameValue } from '../../../form/values.ts';
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
export function toValues(page: AdminPage): FormValues {
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

type RegionEntryContent = Omit<AdminRegionEntry, 'is_shared' | 'hidden'>;

const toOwnBlock = ({ id, block_type, title, fields }: RegionEntryContent): BlockValue => ({
  ...{ key: id, id, type: block_type, fields },
  ...(title !== null && { title }),
});

const toSharedBlock = ({ id, block_type, block_id, title, overrides }: RegionEntryContent): BlockValue => ({
  ...{ key: id, id, type: block_type, fields: {}, blockId: block_id },
  ...(title !== null && { title }),
  ...(overrides && { overrides }),
});

type BlocksByRegion = Readonly<Record<string, readonly BlockValue[]>>;

const regionsIn = (values: FormValues): BlocksByRegion => (values['regions'] ?? {}) as BlocksByRegion;

/** The ids of the blocks in some versions. A block that was removed, saved and brought back has an id that is none any more. */
const idsIn = (versions: readonly FormValues[]): ReadonlySet<string | undefined> =>
  new Set(versions.flatMap((values) => Object.values(regionsIn(values)).flat()).flatMap(({ id }) => id ?? []));

interface KeySources {
  /** Versions of the form whose blocks already have keys. */
  readonly known: readonly FormValues[];
  /** The values that these are the answer to. New blocks in them have ids by now. */
  readonly sent?: FormValues;
}

/** The values with the keys that the form already has for their blocks: open blocks stay open, and merging matches them. */
export function reuseBlockKeys(values: FormValues, { known, sent = {} }: KeySources): FormValues {
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
      const index = left.findIndex((one) => isSameValue(writeNew(one), writeNew(block)));
      return index < 0 ? [] : left.splice(index, 1).map(({ key }) => [block, key] as const);
    }),
  );
}

const writeNew = (block: BlockValue): object => writePageBlock({ ...block, id: undefined });

/** Whether a page contains everything that was sent. */
export function containsSent(
  there: FormValues,
  { sent, saved }: { readonly sent: FormValues; readonly saved: FormValues },
): boolean {
  const body = toPageBody(sent, saved);
  return Object.keys(body).every((key) =>
    key === 'regions' ? isSameValue(newRegions(there), newRegions(sent)) : isSameValue(there[key], sent[key]),
  );
}

/** The regions of a form as new blocks, without the empty ones. */
const newRegions = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(regionsIn(values)).flatMap(([name, blocks]) =>
      blocks.length > 0 ? [[name, blocks.map(writeNew)]] : [],
    ),
  );

/** The request body that saves the form: the keys whose values differ from the server's. */
export function toPageBody(values: FormValues, saved: FormValues): FormValues {
  const keys = new Set([...Object.keys(values), ...Object.keys(saved)]);
  const changed = [...keys].filter((key) => !isSameValue(values[key], saved[key]));
  return Object.fromEntries(
    changed.map((key) => [key, key === 'regions' ? writePageRegions(values, saved) : (values[key] ?? null)]),
  );
}

function writePageRegions(values: FormValues, saved: FormValues): object {
  const stored = idsIn([saved]);
  return Object.fromEntries(
    Object.entries(regionsIn(values)).map(([name, blocks]) => [
      name,
      blocks.map((block) => writePageBlock(stored.has(block.id) ? block : { ...block, id: undefined })),
    ]),
  );
}

function writePageBlock({ id, type, title, fields, blockId, overrides, hidden }: BlockValue): object {
  const block = { ...(id && { id }), hidden: hidden === true };
  if (blockId !== undefined) return { ...block, blockId, overrides: overrides ?? null };
  return { ...block, blockTypeSlug: type, title: title ?? null, fields };
}
