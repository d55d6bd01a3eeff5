import { mergeJson } from '../merge/mergeJson.ts';
import type { FieldKind } from './kind.ts';
import { NO_PROBLEMS } from './problem.ts';

/** Any JSON; also what a field of an unknown type holds. */
export const json: FieldKind = { type: 'json', check: () => NO_PROBLEMS, merge: mergeJson };
