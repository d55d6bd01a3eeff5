import { readFileSync } from 'node:fs';

const MIB = 2 ** 20;
const PAGE_BYTES = 4096;

/** The memory of a process, in MiB (proc(5), statm). */
export const residentMib = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MIB;

export interface Sample {
  readonly minute: number;
  readonly mib: number;
}

/** How many MiB per minute the memory grows by: the slope of the least-squares line. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, mib] = [mean(samples.map((one) => one.minute)), mean(samples.map((one) => one.mib))];
  const spread = samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, one) => sum + (one.minute - minute) * (one.mib - mib), 0) / spread;
}

const WINDOW = 15;

/** The minimum of each window: what is left after garbage collection. */
export const floorsOf = (samples: readonly Sample[]): readonly Sample[] =>
  Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, window) =>
    samples.slice(window * WINDOW, (window + 1) * WINDOW).reduce((least, one) => (one.mib < least.mib ? one : least)),
  );
