/** Longer than any name that people give; the work grows with the square of the length. */
const MAX_LENGTH = 64;

/** The name that was probably meant: the known one with the fewest typos to it, undefined where none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (Math.max(name.length, candidate.length) > MAX_LENGTH) continue;
    const typos = countTypos(name.toLowerCase(), candidate.toLowerCase());
    if (typos < fewest && typos <= Math.max(name.length, candidate.length) / 3) {
      nearest = candidate;
      fewest = typos;
    }
  }
  return nearest;
}

/** Characters to insert, leave out, replace or swap with their neighbour (the optimal string alignment distance). */
function countTypos(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1), swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
