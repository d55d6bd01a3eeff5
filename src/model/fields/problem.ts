import type { Detail } from '../errors.ts';

/** More problems than this are not listed one by one: a small request must not cause a huge answer. */
export const MAX_PROBLEMS = 100;

export const NO_PROBLEMS: readonly Detail[] = Object.freeze([]);

/** One problem with a value, as the list that a check returns; `path` is relative to the value. */
export const problem = (message: string, path: Detail['path'] = []): readonly Detail[] => [{ path, message }];

/** The problems as seen from further out: each path is led by `prefix`. */
export const within = (prefix: readonly (string | number)[], details: readonly Detail[]): readonly Detail[] =>
  details.length === 0
    ? NO_PROBLEMS
    : details.map(({ path, message }) => ({ path: [...prefix.map(String), ...path], message }));

/** The problems of several checks, nearly always none. */
export const allOf = (...checks: readonly (readonly Detail[])[]): readonly Detail[] =>
  checks.every((details) => details.length === 0) ? NO_PROBLEMS : checks.flat();

/** The problems of a list's items, each under its index; the search ends after `MAX_PROBLEMS`. */
export function checkItems<T>(items: readonly T[], check: (item: T) => readonly Detail[]): readonly Detail[] {
  const details: Detail[] = [];
  for (let index = 0; index < items.length && details.length < MAX_PROBLEMS; index++) {
    const found = check(items[index] as T);
    if (found.length > 0) details.push(...within([index], found));
  }
  return details;
}
