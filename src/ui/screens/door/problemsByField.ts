import { WireError } from '../../wire/WireError.ts';

/** The problems of a refused form by the names of its fields. */
export const problemsByField = (error: Error): Record<string, string> =>
  error instanceof WireError
    ? Object.fromEntries(error.problems.flatMap(({ path, message }) => (path?.[0] ? [[path[0], message]] : [])))
    : {};
