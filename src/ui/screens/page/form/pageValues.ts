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

/** The keys of new blocks, which have ids now, so that what is open stays open. */
export function keepKeys(saved: Values, sent: Values): Values {
  const before = sent['regions'] as Readonly<Record<string, readonly BlockValue[]>>;
  const after = saved['regions'] as Readonly<Record<string, readonly BlockValue[]>>;
  const regions = Object.entries(after).map(([name, blocks]) => {
    const old = before[name] ?? [];
    const isOfSent = old.length === blocks.length;
    return [name, blocks.map((block, index) => (isOfSent ? { ...block, key: old[index]!.key } : block))] as const;
  });
  return { ...saved, regions: Object.fromEntries(regions) };
}

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
