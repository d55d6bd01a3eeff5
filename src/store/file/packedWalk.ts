import type { Problem } from '../../model/entry.ts';
import { NUMBERS, numbersOf, readStampAt } from './stamp.ts';
import type { Sighting } from './walkHome.ts';

/** Sightings in a form that passes between threads in one piece. */
export interface PackedWalk {
  /** The paths of the files, separated by NUL, which no path contains. */
  readonly paths: string;
  /** The numbers of each file's stamp. */
  readonly stamps: Float64Array;
  readonly problems: readonly Problem[];
}

export function packWalk(sightings: Iterable<Sighting>): PackedWalk {
  const paths: string[] = [];
  const numbers: number[] = [];
  const problems: Problem[] = [];
  for (const { path, stamp, problem } of sightings) {
    if (problem) problems.push(problem);
    if (!stamp) continue;
    paths.push(path);
    numbers.push(...numbersOf(stamp));
  }
  return { paths: paths.join('\0'), stamps: Float64Array.from(numbers), problems };
}

export function* unpackWalk({ paths, stamps, problems }: PackedWalk): Generator<Sighting> {
  for (const problem of problems) yield { path: problem.path, problem };
  if (stamps.length === 0) return;
  let at = 0;
  for (const path of paths.split('\0')) {
    yield { path, stamp: readStampAt(stamps, at) };
    at += NUMBERS;
  }
}
