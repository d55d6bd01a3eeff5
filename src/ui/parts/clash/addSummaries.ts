import { type Conflict, isSameValue } from '../../form/values.ts';
import type { Clash } from '../../wire/interface.ts';

/** A conflict, with its values as an extension says them in a line. */
export interface SummarizedConflict extends Conflict {
  readonly summaries?: NonNullable<Clash['summaries']>;
}

/** Adds the lines of the server, which has refused one's own values: its own side is the present record. */
export const addSummaries = (
  conflicts: readonly Conflict[],
  clashes: readonly Clash[],
): readonly SummarizedConflict[] =>
  conflicts.map((conflict) => {
    const clash = clashes.find(({ path }) => isSameValue(path.map(String), conflict.path.map(String)));
    // What has been typed since then has no line.
    if (!clash?.summaries || !isSameValue(clash.theirs, conflict.mine)) return conflict;
    const { base, ours, theirs } = clash.summaries;
    return { ...conflict, summaries: { base, ours: theirs, theirs: ours } };
  });
