import { join } from 'node:path';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import { isTimestamp } from '../model/text/timestamp.ts';
import { writePrivateFile } from '../store/privateFolder.ts';

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
  const path = join(options.privateDir, 'state', 'last-use.json');
  const times = await readTimes(path, options.onError);
  let timer: NodeJS.Timeout | null = null;
  let isNoted = false;

  const save = coalesce(() => writePrivateFile(path, JSON.stringify(Object.fromEntries(times))));
  const saveOrTell = (): Promise<void> => {
    timer = null;
    return save().catch(options.onError);
  };

  return {
    note(id) {
      isNoted = true;
      times.set(String(id), options.clock().toISOString());
      timer ??= setTimeout(saveOrTell, options.writeEveryMs ?? 60_000).unref();
    },
    find: (id) => times.get(String(id)) ?? null,
    async close() {
      if (timer) clearTimeout(timer);
      if (isNoted) await saveOrTell();
    },
  };
}

async function readTimes(path: string, onError: (error: unknown) => void): Promise<Map<string, string>> {
  try {
    const entries = Object.entries(JSON.parse((await readFileIfExists(path)) ?? '{}') as Record<string, unknown>);
    return new Map(entries.filter(isTime));
  } catch (error) {
    onError(error);
    return new Map();
  }
}

const isTime = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && isTimestamp(entry[1]);
