import type { Person } from '../format/commit.ts';
import type { HistoryColumns } from './historyColumns.ts';

/** The people of a history, each one of its words. */
export interface HistoryPeople {
  add(person: Person): number;
  at(word: number): Person;
}

const NAME_END = '\n';

export function createPeople(words: HistoryColumns['words']): HistoryPeople {
  const known = new Map<number, Person>();
  return {
    add: ({ name, email }) => words.add(`${name}${NAME_END}${email}`),
    at(word) {
      const present = known.get(word);
      if (present) return present;
      const [name = '', email = ''] = words.texts[word]!.split(NAME_END);
      const person = { name, email };
      known.set(word, person);
      return person;
    },
  };
}
