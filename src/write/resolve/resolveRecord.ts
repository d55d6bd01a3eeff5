import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isWholeRecord, type RecordClash } from '../../model/clash.ts';
import { invalid, invalidAt } from '../../model/errors.ts';
import { within } from '../../model/fields/problem.ts';
import { isMissing } from '../../model/fields/values.ts';
import { parseRecordKey } from '../../model/location.ts';
import { resolveClash } from '../../model/merge/resolveClash.ts';
import { createReadValue } from '../../store/file/fileRecord.ts';
import type { ChosenValue, ClashResolutions } from './clashResolutions.ts';

/** A record after its clashes have been resolved. */
export interface ResolvedRecord {
  readonly data: object;
  /** Set if the whole record has been replaced; its nested records may lack ids then. */
  readonly replacement?: {
    readonly id: number | undefined;
    readonly createdAt: string | undefined;
    /** The side that it is from; undefined for a value that is neither. */
    readonly take: 'ours' | 'theirs' | undefined;
  };
}

/**
 * Resolves the clashes of one record; those without a choice stay. Null if there is no record then.
 *
 * @param data the merged record, which has ours wherever the sides clash; null if there is none
 * @throws CmsError VALIDATION for a whole record that is not one
 */
export function resolveRecord(
  data: object | null,
  clashes: readonly RecordClash[],
  choices: ClashResolutions,
): ResolvedRecord | null {
  const chosen = clashes.flatMap((clash) => {
    const choice = choices.find(clash);
    return choice ? [{ clash, choice }] : [];
  });
  const whole = chosen.find(({ clash }) => isWholeRecord(clash));
  if (whole) return resolveWhole(data, whole.clash, whole.choice);
  if (data === null || chosen.length === 0) return data && { data };
  // From the last to the first: a choice may take an item out of its list.
  const resolved = chosen.reduceRight<unknown>((value, one) => resolveClash(value, one.clash, one.choice.value), data);
  // A side that leaves a value out means its default. What is not valid is reported with its place when it is written.
  const read = createReadValue(chosen[0]!.clash.kind)(resolved as Readonly<Record<string, unknown>>);
  return { data: 'details' in read ? (resolved as object) : read.value.data };
}

function resolveWhole(
  data: object | null,
  clash: RecordClash,
  { take, value, at }: ChosenValue,
): ResolvedRecord | null {
  if (isMissing(value)) return null;
  const kept = isMissing(clash.ours) ? 'theirs' : 'ours';
  if (data !== null && take === kept) return { data };
  if (!isPlainObject(value)) throw invalidAt([...at], 'must be a whole record, or null to delete it');
  // A version in a file does not repeat what its path says.
  const read = createReadValue(clash.kind)({ ...value, ...parseRecordKey(clash.kind, clash.key) });
  if ('details' in read) throw invalid(within(at, read.details));
  const { id, createdAt, data: whole } = read.value;
  return { data: whole, replacement: { id, createdAt, take } };
}
