import type { Entry } from '../model/entry.ts';
import type { ValuePlace } from '../model/rules/recordRule.ts';

/** What finds records without looking at all of them. Its indexes follow every change. */
export interface RecordIndexes {
  /** The records that hold a value in a field of a type, as their files have it. */
  holdersOf(place: ValuePlace, value: unknown): readonly Entry[];
  /** Makes the indexes of these places in slices, so that `holdersOf` need not do it at once. */
  prepareValues(places: readonly ValuePlace[]): Promise<void>;
  /** Finds references, and values that rules compare, in slices, so that `referring` and `byValue` need not do it at once. */
  prepareReferences(): Promise<void>;
}
