import type { Detail } from '../errors.ts';
import { toWording, type Wording } from '../reason.ts';

/** The most problems that are listed: a small request must not cause a huge answer. */
export const MAX_PROBLEMS = 100;

export const NO_PROBLEMS: readonly Detail[] = Object.freeze([]);

/** A list with one problem, as checks return it; `path` is relative to the value. */
export const problem = (what: string | Wording, path: Detail['path'] = []): readonly Detail[] => [
  { path, ...toWording(what) },
];

/** The problems with `prefix` put before each path. */
export const within = (prefix: readonly (string | number)[], details: readonly Detail[]): readonly Detail[] =>
  details.length === 0
    ? NO_PROBLEMS
    : details.map((detail) => ({ ...detail, path: [...prefix.map(String), ...detail.path] }));

/** The problems of several checks. Nearly always there are none, so nothing is copied then. */
export const allOf = (...checks: readonly (readonly Detail[])[]): readonly Detail[] =>
  checks.every((details) => details.length === 0) ? NO_PROBLEMS : checks.flat();

/** The problems of a list's items, each under its index; stops after `MAX_PROBLEMS`. */
export function checkEachItem<T>(items: readonly T[], check: (item: T) => readonly Detail[]): readonly Detail[] {
  const details: Detail[] = [];
  for (let index = 0; index < items.length && details.length < MAX_PROBLEMS; index++) {
    const found = check(items[index] as T);
    if (found.length > 0) details.push(...within([index], found));
  }
  return details;
}
