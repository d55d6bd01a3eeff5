import type { Entry, Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { Kind, Records } from '../../model/records.ts';
import { checkContent } from './validate.ts';

/** Where published content does not keep to its type. */
export interface Violation extends Detail {
  readonly kind: Kind;
  readonly id: number;
}

const MAX_VIOLATIONS = 100;

/** What published pages and reusable blocks of a type have that it does not allow; the first hundred. */
export function findViolations(lookup: Lookup, { kind, key }: Entry): readonly Violation[] {
  const found: Violation[] = [];
  const shared = kind === 'blockType' ? lookup.find('block', 'byType', key) : [];
  const mentions = shared.flatMap((block) => lookup.referring('block', block.key));
  const entries = new Set([...lookup.referring(kind, key), ...mentions]);
  for (const entry of entries) {
    if (found.length >= MAX_VIOLATIONS) break;
    if (!isShown(entry)) continue;
    const details = checkContent(entry.kind, entry.data as Records[Kind], lookup);
    found.push(...details.map(({ path, message }) => ({ kind: entry.kind, id: entry.id, path, message })));
  }
  return found.slice(0, MAX_VIOLATIONS);
}

const isShown = ({ kind, data }: Entry): boolean =>
  kind === 'block' || (kind === 'page' && (data as Records['page']).status === 'published');
