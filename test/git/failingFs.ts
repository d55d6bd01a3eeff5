import { type DurableFs, durableFs } from '../../src/git/disk/durableFs.ts';

const ASYNC: ReadonlySet<string> = new Set(['writeSynced', 'writeAhead', 'copySynced', 'sync', 'discard']);

interface FailingFs {
  readonly fs: DurableFs;
  /** The number of calls so far; may be reset. */
  readonly count: { calls: number };
}

/** The real file system, except that call number `failing` fails with this code, or runs this function instead. */
export function failingFs(failing: number, fault: string | (() => void)): FailingFs {
  const count = { calls: 0 };
  const wrap =
    (name: keyof DurableFs) =>
    (...args: unknown[]) => {
      count.calls += 1;
      if (count.calls !== failing) return (durableFs[name] as (...all: unknown[]) => unknown)(...args);
      if (typeof fault === 'function') return fault();
      const error = Object.assign(new Error(`${fault}: made to fail`), { code: fault });
      if (ASYNC.has(name)) return Promise.reject(error);
      throw error;
    };
  const names = Object.keys(durableFs) as (keyof DurableFs)[];
  return { fs: Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as DurableFs, count };
}

/** The calls that need space. */
const WRITES: readonly (keyof DurableFs)[] = ['writeSynced', 'writeAhead', 'copySynced', 'append', 'makeFolder'];

export interface Disk {
  readonly fs: DurableFs;
  /** Leaves room for this many more writes. */
  leave(writes: number): void;
  /** Makes room for all writes. */
  free(): void;
}

/** The real file system, which may run out of space. */
export function createDisk(): Disk {
  let left = Number.POSITIVE_INFINITY;
  const wrap =
    (name: keyof DurableFs) =>
    (...args: unknown[]) => {
      left -= 1;
      if (left >= 0) return (durableFs[name] as (...all: unknown[]) => unknown)(...args);
      const error = Object.assign(new Error('ENOSPC: made to fail'), { code: 'ENOSPC' });
      if (ASYNC.has(name)) return Promise.reject(error);
      throw error;
    };
  return {
    fs: { ...durableFs, ...Object.fromEntries(WRITES.map((name) => [name, wrap(name)])) },
    leave(writes) {
      left = writes;
    },
    free() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
