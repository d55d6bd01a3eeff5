import type { RecordClash } from '../model/clash.ts';
import { invalidAt } from '../model/errors.ts';
import { settleClash } from '../model/merge/settleClash.ts';
import type { Clash } from '../model/merge/versions.ts';
import { nounOf } from './records.ts';
import { clashed, toRecordClash } from './write/clashes.ts';

/** How to settle one clash: with one side's value, or with a third one. */
export interface Choice {
  readonly kind: string;
  readonly key: string;
  readonly path: readonly (string | number)[];
  readonly take?: 'ours' | 'theirs';
  readonly value?: unknown;
}

/** Settles clashes with the values chosen for them. */
export interface Settling {
  /** The data of a record with its clashes settled; null if there is no record. */
  settle(
    data: object | null,
    clashes: readonly Clash[],
    record: Pick<RecordClash, 'kind' | 'key' | 'id'>,
  ): object | null;
  /** @throws CmsError CONFLICT if a clash is not settled; VALIDATION if a choice names a value that does not clash */
  finish(): void;
}

/** @param why what the message says after the name of the record if no choice settles a clash */
export function createSettling(choices: readonly Choice[], why: string): Settling {
  const open: RecordClash[] = [];
  const used = new Set<Choice>();
  const places = new Map(choices.map((choice) => [placeOf(choice), choice]));
  return {
    settle(data, clashes, record) {
      const left: RecordClash[] = [];
      // From the last to the first: a choice may take an item out of its list.
      const settled = clashes.toReversed().reduce<object | null>((value, clash) => {
        const told = toRecordClash(clash, record);
        const choice = places.get(placeOf(told));
        if (!choice) {
          left.unshift(told);
          return value;
        }
        used.add(choice);
        const chosen = choice.take === undefined ? choice.value : clash[choice.take];
        return (settleClash(value, clash, chosen) ?? null) as object | null;
      }, data);
      open.push(...left);
      return settled;
    },
    finish() {
      if (open.length > 0) throw clashed(open, ({ kind, key }) => `of ${nounOf(kind).toLowerCase()} "${key}" ${why}`);
      const unused = choices.findIndex((choice) => !used.has(choice));
      if (unused >= 0) throw invalidAt(['resolve', String(unused)], 'names nothing that clashes');
    },
  };
}

const placeOf = ({ kind, key, path }: Pick<Choice, 'kind' | 'key' | 'path'>): string =>
  JSON.stringify([kind, key, path.map(String)]);
