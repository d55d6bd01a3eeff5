/** The median; of an even number of values, the lower of the two in the middle. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/** Runs `task` as often as given. @returns the milliseconds of each run */
export async function timeEach(times: number, task: (index: number) => unknown): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    await task(index);
    taken.push(performance.now() - start);
  }
  return taken;
}

/** One line of the table: a figure, and what it is compared with in the same run. */
export interface Result {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly reference?: { readonly what: string; readonly value: number };
  /** The ratio, if it is not simply one figure divided by the other but the median of the rounds' ratios. */
  readonly ratio?: number;
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function toTable(results: readonly Result[]): string {
  const rows = results.map(({ what, value, unit, reference, ratio }) => [
    what,
    `${round(value)} ${unit}`,
    reference ? `${reference.what}: ${round(reference.value)} ${unit}` : '',
    reference ? (ratio ?? value / reference.value).toFixed(2) : '',
  ]);
  return [['what', 'median', 'reference', 'ratio'], ['---', '---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
