import type { RecordClash } from '../../model/clash.ts';
import { invalidAt } from '../../model/errors.ts';
import { clashed } from '../queue/clashes.ts';

/** How to resolve one clash: with one side's value, or with a third one. */
export interface ClashResolution {
  readonly kind: string;
  readonly key: string;
  readonly path: readonly (string | number)[];
  readonly take?: 'ours' | 'theirs';
  readonly value?: unknown;
}

/** What to put in the place of a clash. */
export interface ChosenValue {
  readonly value: unknown;
  /** The side that the value is from; undefined for a third value. */
  readonly take: ClashResolution['take'];
  /** Where the request gives it, for problems. */
  readonly at: readonly string[];
}

/** Finds the choice for each clash. */
export interface ClashResolutions {
  /** Undefined if there is none: `requireAll` reports the clash then. */
  find(clash: RecordClash): ChosenValue | undefined;
  /** @throws CmsError CONFLICT for clashes without a choice; VALIDATION for a choice that names no clash */
  requireAll(): void;
}

interface ChoiceWording {
  /** What the message says after the name of the record about a clash without a choice. */
  readonly why: string;
  /** Where the request gives a choice; in `resolve` by default. */
  at?(index: number): readonly string[];
}

export function createChoices(
  choices: readonly ClashResolution[],
  { why, at = (index) => ['resolve', String(index)] }: ChoiceWording,
): ClashResolutions {
  const open = new Map<string, RecordClash>();
  const used = new Set<number>();
  const indexes = new Map(choices.map((choice, index) => [clashKey(choice), index]));
  return {
    find(clash) {
      const index = indexes.get(clashKey(clash));
      if (index === undefined) {
        open.set(clashKey(clash), clash);
        return undefined;
      }
      used.add(index);
      const { take, value } = choices[index]!;
      const given = [...at(index), take === undefined ? 'value' : 'take'];
      return { take, value: take === undefined ? value : clash[take], at: given };
    },
    requireAll() {
      if (open.size > 0) throw clashed([...open.values()], why);
      const unused = choices.findIndex((_, index) => !used.has(index));
      if (unused >= 0) throw invalidAt([...at(unused)], 'does not match any clash');
    },
  };
}

const clashKey = ({ kind, key, path }: Pick<ClashResolution, 'kind' | 'key' | 'path'>): string =>
  JSON.stringify([kind, key, path.map(String)]);
