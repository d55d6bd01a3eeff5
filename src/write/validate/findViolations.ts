import { isDeepStrictEqual } from 'node:util';
import type { WorkSteps } from '../../lib/turn/runSteps.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { IdentifiedRecord } from '../../model/rules/judgedRecords.ts';
import type { JudgeContext } from '../../model/rules/judgeRecord.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import { checkRecord } from './validate.ts';

/** A place where published content breaks the rules of its type. */
export interface TypeViolation extends Detail {
  readonly kind: Kind;
  readonly id: number;
}

const MAX_VIOLATIONS = 100;

/**
 * The first hundred violations in published pages and reusable blocks of a type, in steps of one record each.
 *
 * @param present the records before a change of the type, which changes no mention of it: finding mentions anew would look at
 *   every record
 */
export function* findViolations(
  context: JudgeContext,
  type: Entry,
  present: JudgeLookup = context.lookup,
): WorkSteps<readonly TypeViolation[]> {
  const found: TypeViolation[] = [];
  for (const entry of recordsOfType(present, type)) {
    if (found.length >= MAX_VIOLATIONS) break;
    yield;
    if (!isPublishedEntry(entry)) continue;
    found.push(...checkEntry(entry, context).map((detail) => ({ kind: entry.kind, id: entry.id, ...detail })));
  }
  return found.slice(0, MAX_VIOLATIONS);
}

/** The records with values for the fields of a type: its pages, its blocks, and the pages that hold these. */
function recordsOfType(lookup: JudgeLookup, { kind, key }: Entry): ReadonlySet<Entry> {
  if (kind === 'contentType') return new Set(lookup.find('page', 'byType', key));
  const shared = lookup.find('block', 'byType', key);
  const mentions = shared.flatMap((block) => lookup.referring('block', block.key));
  return new Set([...lookup.referring(kind, key), ...shared, ...mentions].filter(isJudged));
}

const isJudged = ({ kind }: Entry): boolean => kind === 'page' || kind === 'block';

const isPublishedEntry = ({ kind, data }: Entry): boolean =>
  kind === 'block' || (kind === 'page' && (data as Records['page']).status === 'published');

// The entry's kind determines its data.
const checkEntry = (entry: Entry, context: JudgeContext): readonly Detail[] =>
  checkRecord(entry.kind, entry as IdentifiedRecord<Records[Kind]>, context);

/** The records that a changed type would refuse and that its present version does not. */
export interface FailingRecords {
  /** How many there are. */
  readonly records: number;
  /** What is wrong with the first of them. */
  readonly first: readonly FailingRecord[];
}

/** What is wrong with a record. */
export interface FailingRecord extends Detail {
  readonly kind: Kind;
  readonly id: number;
  readonly title: string;
}

const MAX_FIRST = 20;

interface TypeVersions {
  /** The records as they are. */
  readonly present: JudgeContext;
  /** The records with the changed type. */
  readonly future: JudgeContext;
}

/** Finds what a changed type would refuse, in steps of one record each. */
export function* findFailing({ present, future }: TypeVersions, type: Entry): WorkSteps<FailingRecords> {
  const first: FailingRecord[] = [];
  let records = 0;
  for (const entry of recordsOfType(present.lookup, type)) {
    const known = checkEntry(entry, present);
    const [detail] = checkEntry(entry, future).filter((one) => !known.some((other) => isDeepStrictEqual(one, other)));
    if (detail) {
      records += 1;
      const title = entityOf(entry.kind).title(entry.data as never);
      if (first.length < MAX_FIRST) first.push({ kind: entry.kind, id: entry.id, title, ...detail });
    }
    yield;
  }
  return { records, first };
}
