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
  /** Whether it is a draft whatever its data says; by default, no reusable block is. */
  readonly isDraft?: boolean;
}

/** Finds the reusable blocks that pages override; null where no other record counts, and so no overrides do. */
type SharedBlocks = Pick<Lookup, 'byKey'> | null;

/** What rules judge in a record: a page and the blocks in it, or a reusable block; nothing in other kinds. */
export function judgedParts(kind: Kind, record: IdentifiedRecord, lookup: SharedBlocks): readonly JudgedPart[] {
  const own = recordPart(kind, record);
  return own ? [own, ...placedParts(kind, record, { lookup, isWanted: () => true })] : [];
}

/** A page without its blocks, or a reusable block; undefined for other kinds. */
export function recordPart(kind: Kind, { id, data, isDraft = false }: IdentifiedRecord): JudgedPart | undefined {
  // The kind says what the data is.
  if (kind === 'block') return blockPart({ id, isPublic: !isDraft }, data as Block);
  return kind === 'page' ? pagePart(id, data as Page) : undefined;
}

interface WantedBlocks {
  readonly lookup: SharedBlocks;
  /** Whether blocks of a type are wanted. */
  isWanted(type: string): boolean;
}

/** The blocks in a page whose values the page itself holds. */
export function placedParts(kind: Kind, { data }: IdentifiedRecord, wanted: WantedBlocks): readonly JudgedPart[] {
  if (kind !== 'page') return [];
  // The kind says what the data is.
  const page = data as Page;
  return Object.entries(page.regions).flatMap(([region, blocks]) =>
    blocks.flatMap((block, index) => {
      const held = placedValues(block, wanted);
      return held ? placedPart(page, block, { held, path: ['regions', region, index] }) : [];
    }),
  );
}

const blockPart = (facts: Pick<JudgedRecord, 'id' | 'isPublic'>, { key, type, title, fields }: Block): JudgedPart => ({
  typeKind: 'blockType',
  record: { ...facts, kind: 'block', key, type, title, fields },
  path: [],
  fieldsPath: ['fields'],
});

function pagePart(id: number, page: Page): JudgedPart {
  const { type, title, locale, slug, status, fields } = page;
  const facts = { id, key: recordKey('page', page), isPublic: isPublished(page) };
  return {
    typeKind: 'contentType',
    record: { kind: 'page', ...facts, type, title, locale, slug, status, fields },
    path: [],
    fieldsPath: ['fields'],
  };
}

const isPublished = ({ status }: Page): boolean => status === 'published';

interface PlacedAt {
  readonly held: PlacedValues;
  readonly path: ValuePath;
}

function placedPart(page: Page, { id, hidden }: Placement, { held, path }: PlacedAt): JudgedPart {
  const { name, ...values } = held;
  const { locale, status } = page;
  // A hidden block may be unfinished, as a draft may.
  const facts = { id, key: recordKey('page', page), locale, status, isPublic: isPublished(page) && !hidden };
  return {
    typeKind: 'blockType',
    record: { kind: 'block', ...facts, ...values },
    path,
    fieldsPath: [...path, name],
  };
}

interface PlacedValues extends Pick<JudgedRecord, 'type' | 'shared' | 'fields'> {
  /** Where they are in the placement. */
  readonly name: string;
}

/** The values of a block that a page itself holds; undefined for one that is judged where it is: a reusable block as it is. */
function placedValues(placement: Placement, { lookup, isWanted }: WantedBlocks): PlacedValues | undefined {
  const { type, fields = {}, block, overrides } = placement;
  if (block === undefined) return type !== undefined && isWanted(type) ? { name: 'fields', type, fields } : undefined;
  const shared = overrides && Object.keys(overrides).length > 0 ? lookup?.byKey('block', block)?.data : undefined;
  if (!shared || !isWanted(shared.type)) return undefined;
  return { name: 'overrides', type: shared.type, shared: block, fields: { ...shared.fields, ...overrides } };
}
