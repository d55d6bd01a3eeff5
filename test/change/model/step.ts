import type { State } from './state.ts';

/** One request, what must come of it, and what it makes of the model. */
export interface Step {
  readonly call: string;
  readonly body?: object;
  /** Status and code of the answer where the request must be refused; nothing may have happened then. */
  readonly refusal?: string | undefined;
  /** 200 unless given. */
  readonly status?: number;
  /** How many commits it makes; unless given one where it changes the picture, none where not. */
  readonly commits?: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  apply?(data: any): void;
}

/** What an operation asks in a state; null where there is nothing to do it to. */
export type Operation = (state: State) => Step | null;

/** One of the values, the same for the same number; undefined where there is none. */
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
