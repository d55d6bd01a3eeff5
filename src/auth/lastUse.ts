import { isTimestamp } from '../model/text/timestamp.ts';
import { openStateFile } from './stateFile.ts';

export interface LastUse {
  /** Notes that the API key with this id was used now. */
  note(id: number): void;
  /** When the key was last used (ISO 8601); null if never. */
  find(id: number): string | null;
  /** Writes what has not been written yet. Never throws. */
  close(): Promise<void>;
}

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the file cannot be read or written; the times in memory stay correct. */
  onError(error: unknown): void;
  readonly writeEveryMs?: number;
}

/**
 * The time at which each API key was last used: kept in memory, written to `<privateDir>/state/last-use.json` at most
 * once a minute.
 */
export async function openLastUse(options: Options): Promise<LastUse> {
  const file = await openStateFile<Map<string, string>>({
    ...options,
    name: 'last-use',
    empty: () => new Map(),
    parse: (json) => new Map(Object.entries(json as Record<string, unknown>).filter(isTimeEntry)),
    show: (times) => Object.fromEntries(times),
  });
  const times = file.value;

  return {
    note(id) {
      times.set(String(id), options.clock().toISOString());
      file.saveLater();
    },
    find: (id) => times.get(String(id)) ?? null,
    close: file.close,
  };
}

const isTimeEntry = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && isTimestamp(entry[1]);
