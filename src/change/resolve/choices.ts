import type { RecordClash } from '../../model/clash.ts';
import { invalidAt } from '../../model/errors.ts';
import { clashed } from '../write/clashes.ts';

/** How to resolve one clash: with one side's value, or with a third one. */
export interface Choice {
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
  readonly take: Choice['take'];
  /** Where the request gives it, for problems. */
  readonly at: readonly string[];
}

/** Finds the choice for each clash. */
export interface Choices {
  /** Undefined if there is none: `requireAll` reports the clash then. */
  find(clash: RecordClash): ChosenValue | undefined;
  /** @throws CmsError CONFLICT for clashes without a choice; VALIDATION for a choice that names no clash */
  requireAll(): void;
}

interface Wording {
  /** What the message says after the name of the record about a clash without a choice. */
  readonly why: string;
  /** Where the request gives a choice; in `resolve` by default. */
  at?(index: number): readonly string[];
}

export function createChoices(
  choices: readonly Choice[],
  { why, at = (index) => ['resolve', String(index)] }: Wording,
): Choices {
  const open = new Map<string, RecordClash>();
  const used = new Set<number>();
  const indexes = new Map(choices.map((choice, index) => [nameOf(choice), index]));
  return {
    find(clash) {
      const index = indexes.get(nameOf(clash));
      if (index === undefined) {
        open.set(nameOf(clash), clash);
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
      if (unused >= 0) throw invalidAt([...at(unused)], 'names nothing that clashes');
    },
  };
}

const nameOf = ({ kind, key, path }: Pick<Choice, 'kind' | 'key' | 'path'>): string =>
  JSON.stringify([kind, key, path.map(String)]);
