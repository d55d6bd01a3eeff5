import { isTimestamp } from '../model/text/timestamp.ts';
import { openStateFile } from './stateFile.ts';

export interface LastUse {
  /** Notes that the API key with this id was used now. */
  note(id: number): void;
  /** When it was last used (ISO 8601), null if never. */
  find(id: number): string | null;
  /** Writes what is not yet written. Never throws. */
  close(): Promise<void>;
}

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Told when the file cannot be read or written; the times in memory stay right. */
  onError(error: unknown): void;
  readonly writeEveryMs?: number;
}

/** When each API key was last used: kept in memory, written to `<privateDir>/state/last-use.json` at most once a minute. */
export async function openLastUse(options: Options): Promise<LastUse> {
  const file = await openStateFile<Map<string, string>>({
    ...options,
    name: 'last-use',
    empty: () => new Map(),
    parse: (json) => new Map(Object.entries(json as Record<string, unknown>).filter(isTime)),
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

const isTime = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && isTimestamp(entry[1]);
