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
  /** Whether everybody may read it: then errors refuse it. */
  readonly isPublic: boolean;
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

/** What rules judge in a record: a page and the blocks in it, or a reusable block; nothing in other kinds. */
export function judgedParts(kind: Kind, { id, data }: IdentifiedRecord, lookup: Lookup): readonly JudgedPart[] {
  // The kind says what the data is.
  if (kind === 'block') return [blockPart(id, data as Block)];
  return kind === 'page' ? pageParts(id, data as Page, lookup) : [];
}

const blockPart = (id: number, { key, type, title, fields }: Block): JudgedPart => ({
  typeKind: 'blockType',
  record: { kind: 'block', id, key, type, title, fields },
  isPublic: true,
  path: [],
  fieldsPath: ['fields'],
});

function pageParts(id: number, page: Page, lookup: Lookup): readonly JudgedPart[] {
  const { type, title, locale, slug, status, fields, regions } = page;
  const isPublic = status === 'published';
  const key = recordKey('page', page);
  const own: JudgedPart = {
    ...{ typeKind: 'contentType', isPublic, path: [], fieldsPath: ['fields'] },
    record: { kind: 'page', id, key, type, title, locale, slug, status, fields },
  };
  const placed = Object.entries(regions).flatMap(([region, blocks]) =>
    blocks.flatMap((block, index): readonly JudgedPart[] => {
      const values = placedValues(block, lookup);
      if (values === undefined) return [];
      const path = ['regions', region, index];
      return [
        {
          ...{ typeKind: 'blockType', path, fieldsPath: [...path, values.name] },
          // A hidden block may be unfinished, as a draft may.
          isPublic: isPublic && !block.hidden,
          record: { kind: 'block', id: block.id, key, locale, status, type: values.type, fields: values.fields },
        },
      ];
    }),
  );
  return [own, ...placed];
}

/** The values of a block that a page itself holds; undefined for one that is judged where it is: a reusable block as it is. */
function placedValues({ type, fields = {}, block, overrides }: Placement, lookup: Lookup) {
  if (block === undefined) return type === undefined ? undefined : { name: 'fields', type, fields };
  const shared = overrides && Object.keys(overrides).length > 0 ? lookup.byKey('block', block)?.data : undefined;
  return shared && { name: 'overrides', type: shared.type, fields: { ...shared.fields, ...overrides } };
}
