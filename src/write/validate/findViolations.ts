import type { Entry } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { IdentifiedRecord } from '../../model/rules/judgedRecords.ts';
import type { JudgeContext } from '../../model/rules/judgeRecord.ts';
import { checkRecord } from './validate.ts';

/** A place where published content breaks the rules of its type. */
export interface TypeViolation extends Detail {
  readonly kind: Kind;
  readonly id: number;
}

const MAX_VIOLATIONS = 100;

/** The first hundred violations in published pages and reusable blocks of a type. */
export function findViolations(context: JudgeContext, { kind, key }: Entry): readonly TypeViolation[] {
  const { lookup } = context;
  const found: TypeViolation[] = [];
  const shared = kind === 'blockType' ? lookup.find('block', 'byType', key) : [];
  const mentions = shared.flatMap((block) => lookup.referring('block', block.key));
  const entries = new Set([...lookup.referring(kind, key), ...mentions]);
  for (const entry of entries) {
    if (found.length >= MAX_VIOLATIONS) break;
    if (!isPublishedEntry(entry)) continue;
    // The entry's kind determines its data.
    const details = checkRecord(entry.kind, entry as IdentifiedRecord<Records[Kind]>, context);
    found.push(...details.map((detail) => ({ kind: entry.kind, id: entry.id, ...detail })));
  }
  return found.slice(0, MAX_VIOLATIONS);
}

const isPublishedEntry = ({ kind, data }: Entry): boolean =>
  kind === 'block' || (kind === 'page' && (data as Records['page']).status === 'published');
