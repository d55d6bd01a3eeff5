import type { RecordClash } from '../../model/clash.ts';
import type { FoundBranch } from './branches.ts';

/** What would clash if one change were published after another. */
export interface OrderedClashes {
  /** `ours` is what the first change has, `theirs` what the second has. Clashes with what is live are left out. */
  readonly clashes: readonly RecordClash[];
  /** Files that hold no record and cannot be merged. */
  readonly conflicts: readonly string[];
}

/** A change with which the one that was asked about would clash, if this one were published first. */
export interface ForecastClash extends OrderedClashes {
  readonly branch: FoundBranch;
}

export interface Forecast {
  readonly clashing: readonly ForecastClash[];
  /** How many other changes were compared. */
  readonly compared: number;
}
