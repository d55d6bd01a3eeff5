import { cleanLine } from '../lib/text/cleanLine.ts';

/** Notes for people about what was left out or changed in an import. */
export interface Notes {
  /** @param place the file or record it is about */
  add(message: string, place: string): void;
  readonly count: number;
  /** A line for each message, followed by its places. */
  lines(): readonly string[];
}

/** The places listed for one message. */
const MAX_PLACES = 10;
const MAX_PLACE = 300;

export function createNotes(): Notes {
  const byMessage = new Map<string, { places: Set<string>; count: number }>();
  let count = 0;
  return {
    add(message, place) {
      const known = byMessage.get(message) ?? { places: new Set(), count: 0 };
      byMessage.set(message, known);
      known.count += 1;
      count += 1;
      if (known.places.size < MAX_PLACES) known.places.add(cleanLine(place).slice(0, MAX_PLACE));
    },
    get count() {
      return count;
    },
    lines: () =>
      [...byMessage].flatMap(([message, { places, count: all }]) => [
        `${cleanLine(message)}${all > 1 ? ` (${all} times)` : ''}`,
        ...[...places].map((place) => `  ${place}`),
        ...(all > places.size && places.size === MAX_PLACES ? ['  …'] : []),
      ]),
  };
}
