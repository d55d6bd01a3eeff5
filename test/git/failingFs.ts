import { type DurableFs, durableFs } from '../../src/git/disk/durableFs.ts';

const ASYNC: ReadonlySet<string> = new Set(['writeSynced', 'writeAhead', 'copySynced', 'sync', 'discard']);

interface FailingFs {
  readonly fs: DurableFs;
  /** How often it has been called; may be set back. */
  readonly count: { calls: number };
}

/** The real file system, whose call number `failing` fails with a code, or does what it is told instead. */
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
