import type { ProblemReason, ReasonParams } from '../wire/interface.ts';

/** The message of a reason, or its messages for one and for several. */
type KeyOf<R extends ProblemReason> = 'count' extends ReasonParams[R] ? `${R}_one` | `${R}_other` : R;
/** The messages that all reasons together need. */
export type ReasonKey = { readonly [R in ProblemReason]: KeyOf<R> }[ProblemReason];
