import type { Random } from '../../../../fuzz/random.ts';
import type { Content, Version } from '../versions.ts';

/** What may be asked about: the site as it is at the moment. */
export interface World {
  readonly live: Content;
  /** The changes beside it, by name. */
  readonly changes: ReadonlyMap<string, Content>;
  /** Names of changes that were deleted. */
  readonly dropped: readonly string[];
  /** Commits of what is live, the latest first. */
  readonly commits: readonly string[];
  readonly random: Random;
  /** A word that stands nowhere yet. */
  word(): string;
}

export interface Request {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that makes sense in a world; null if there is nothing that it could be about. */
export type PlanRequest = (world: World) => Request | null;

export const recordsOf = ({ live }: Pick<World, 'live'>, kind: Version['kind']): readonly Version[] =>
  [...live.values()].filter((version) => version.kind === kind);

/** A record of a kind; undefined if there is none. */
export function anyOf(world: World, kind: Version['kind']): Version | undefined {
  const all = recordsOf(world, kind);
  return all.length === 0 ? undefined : world.random.pick(all);
}

/** An id of a kind, mostly of a record that exists. */
export const anyId = (world: World, kind: Version['kind']): number => anyOf(world, kind)?.id ?? 1;
