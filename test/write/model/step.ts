import type { State } from './state.ts';

/** One request, its expected result, and its effect on the model. */
export interface Step {
  readonly call: string;
  readonly body?: object;
  /** Status and code of the answer where the request must be refused; nothing may have happened then. */
  readonly refusal?: string | undefined;
  /** 200 unless given. */
  readonly status?: number;
  /** How many commits it makes; by default one if it changes the picture, otherwise none. */
  readonly commits?: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  apply?(data: any): void;
}

/** The step of an operation in a state; null if there is nothing to apply it to. */
export type Operation = (state: State) => Step | null;

/** One of the values, the same for the same number; undefined if there are none. */
export function pick<T>(values: Iterable<T>, n: number): T | undefined {
  const all = [...values];
  return all[n % all.length];
}

/** Notes a new id of a kind, which must not have been given before. */
export function give(state: State, kind: string, id: number): number {
  const name = `${kind} ${id}`;
  if (!Number.isInteger(id) || state.given.has(name)) throw new Error(`The id ${name} was given twice`);
  state.given.add(name);
  return id;
}

/** Whether another record of a map has the slug, in any case. */
export const isTaken = (
  records: Iterable<{ readonly id: number; slug: string }>,
  slug: string,
  own?: number,
): boolean => [...records].some((one) => one.id !== own && one.slug.toLowerCase() === slug.toLowerCase());
