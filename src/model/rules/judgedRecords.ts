import type { Block } from '../entities/block.ts';
import type { Page, Placement } from '../entities/page.ts';
import type { Lookup } from '../entry.ts';
import { recordKey } from '../location.ts';
import type { Kind } from '../records.ts';
import type { ValuePath } from '../reference.ts';
import type { JudgedRecord, RuledType } from './recordRule.ts';

/** A record as rules judge it, and its place in the record that is written. */
export interface JudgedPart {
  readonly typeKind: RuledType;
  readonly record: JudgedRecord;
  /** The path of its own values, such as its title. */
  readonly path: ValuePath;
  /** The path of its fields. */
  readonly fieldsPath: ValuePath;
}

/** A record with its id, which is 0 for one that is not written yet. */
export interface IdentifiedRecord<T = unknown> {
  readonly id: number;
  readonly data: T;
}

/** Finds the reusable blocks that pages override; null where no other record counts, and so no overrides do. */
type SharedBlocks = Pick<Lookup, 'byKey'> | null;

/** What rules judge in a record: a page and the blocks in it, or a reusable block; nothing in other kinds. */
export function judgedParts(kind: Kind, { id, data }: IdentifiedRecord, lookup: SharedBlocks): readonly JudgedPart[] {
  // The kind says what the data is.
  if (kind === 'block') return [blockPart(id, data as Block)];
  return kind === 'page' ? pageParts(id, data as Page, lookup) : [];
}

const blockPart = (id: number, { key, type, title, fields }: Block): JudgedPart => ({
  typeKind: 'blockType',
  record: { kind: 'block', id, key, type, title, isPublic: true, fields },
  path: [],
  fieldsPath: ['fields'],
});

function pageParts(id: number, page: Page, lookup: SharedBlocks): readonly JudgedPart[] {
  const { type, title, locale, slug, status, fields, regions } = page;
  const isPublic = status === 'published';
  const key = recordKey('page', page);
  const placed = Object.entries(regions).flatMap(([region, blocks]) =>
    blocks.flatMap((block, index): readonly JudgedPart[] => {
      const held = placedValues(block, lookup);
      if (held === undefined) return [];
      const { name, ...values } = held;
      const path = ['regions', region, index];
      // A hidden block may be unfinished, as a draft may.
      const facts = { id: block.id, key, locale, status, isPublic: isPublic && !block.hidden };
      const record = { kind: 'block' as const, ...facts, ...values };
      return [{ typeKind: 'blockType', record, path, fieldsPath: [...path, name] }];
    }),
  );
  const record = { kind: 'page' as const, id, key, type, title, locale, slug, status, isPublic, fields };
  return [{ typeKind: 'contentType', record, path: [], fieldsPath: ['fields'] }, ...placed];
}

/** The values of a block that a page itself holds; undefined for one that is judged where it is: a reusable block as it is. */
function placedValues({ type, fields = {}, block, overrides }: Placement, lookup: SharedBlocks) {
  if (block === undefined) return type === undefined ? undefined : { name: 'fields', type, fields };
  const shared = overrides && Object.keys(overrides).length > 0 ? lookup?.byKey('block', block)?.data : undefined;
  return shared && { name: 'overrides', type: shared.type, shared: block, fields: { ...shared.fields, ...overrides } };
}
