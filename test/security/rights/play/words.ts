import type { Picture } from './checkWrites.ts';
import { WORD } from './randomSite.ts';
import { nameOf, type Version } from './versions.ts';

/** Every word that ever stood in a record, and every version of each record. */
export interface Memory {
  note(picture: Picture): void;
  /** The records that a word comes from: an address belongs to those that have had it, whatever mentions it. */
  originsOf(word: string): readonly string[];
  /** The records that have a word, be it that they mention another one. */
  holdersOf(word: string): readonly string[];
  versionsOf(name: string): readonly Version[];
}

export function createMemory(): Memory {
  const origins = new Map<string, Set<string>>();
  const versions = new Map<string, Map<string, Version>>();
  const inKeys = new Map<string, Set<string>>();

  function noteVersion(version: Version): void {
    const name = nameOf(version);
    const known = versions.get(name) ?? new Map<string, Version>();
    versions.set(name, known);
    const text = `${version.key} ${version.owner} ${JSON.stringify(version.data)}`;
    if (known.has(text)) return;
    known.set(text, version);
    for (const word of version.key.match(WORD) ?? []) inKeys.set(word, (inKeys.get(word) ?? new Set()).add(name));
    for (const word of JSON.stringify(version.data).match(WORD) ?? []) {
      const from = origins.get(word) ?? new Set();
      origins.set(word, from.add(name));
    }
  }

  return {
    note({ live, changes }) {
      for (const content of [live, ...changes.values()]) for (const version of content.values()) noteVersion(version);
    },
    originsOf: (word) => [...(inKeys.get(word) ?? origins.get(word) ?? [])],
    holdersOf: (word) => [...(origins.get(word) ?? [])],
    versionsOf: (name) => [...(versions.get(name)?.values() ?? [])],
  };
}
