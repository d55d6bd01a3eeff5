import type { Problem } from '../../model/entry.ts';

/** Tells which endpoints of extensions have kept all other requests waiting, until the next start. */
export interface SlowEndpoints {
  /** @param ms how long it ran without letting others be served */
  note(name: string, ms: number): void;
  problems(): readonly Problem[];
}

/** The most that are told. */
const MAX_TOLD = 50;

export function createSlowEndpoints(): SlowEndpoints {
  const longest = new Map<string, number>();
  return {
    note(name, ms) {
      if (longest.has(name) || longest.size < MAX_TOLD) longest.set(name, Math.max(ms, longest.get(name) ?? 0));
    },
    problems: () => Array.from(longest, toProblem),
  };
}

const toProblem = ([name, ms]: readonly [string, number]): Problem => ({
  path: 'quire.config',
  code: 'EXTENSION',
  severity: 'warning',
  message: `${name} kept all other requests waiting for ${Math.round(ms)} ms`,
});
