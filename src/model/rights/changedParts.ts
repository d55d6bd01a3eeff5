import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../fields/values.ts';

/** The parts of records that rights name beside fields, and the keys of the data that each one is. */
export const RECORD_PARTS: Readonly<Record<string, readonly string[]>> = {
  title: ['title', 'name'],
  slug: ['slug', 'slugOverride', 'locale', 'key'],
  type: ['type'],
  status: ['status', 'publishedAt', 'scheduledAt', 'unpublishAt'],
  seo: ['seo'],
  terms: ['terms'],
  regions: ['regions'],
  translation: ['translationGroup'],
  altText: ['altText'],
  folder: ['folder'],
};

/** The part of a media item that is its file. */
export const FILE_PART = 'file';

const PART_OF_KEY: ReadonlyMap<string, string> = new Map(
  Object.entries(RECORD_PARTS).flatMap(([part, keys]) => keys.map((key) => [key, part] as const)),
);

/** The data of a record of any kind. */
type RecordData = Readonly<Record<string, unknown>>;

/**
 * The parts in which two versions of a record differ: the names of fields, record parts, and else keys of the data. An
 * empty value is as good as none, so that `{}` stands for a record that does not exist.
 */
export function changedParts(before: RecordData, after: RecordData): readonly string[] {
  const parts = new Set<string>();
  for (const key of differingKeys(before, after)) {
    const [one, other] = [before[key], after[key]];
    if (key !== 'fields') parts.add(PART_OF_KEY.get(key) ?? key);
    else for (const name of differingKeys(toValues(one), toValues(other))) parts.add(name);
  }
  return [...parts];
}

const toValues = (value: unknown): RecordData => (isMapping(value) ? value : {});

const differingKeys = (before: RecordData, after: RecordData): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key] && !isDeepStrictEqual(orNothing(before[key]), orNothing(after[key])),
  );

const orNothing = (value: unknown): unknown => (isEmpty(value) ? undefined : value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
