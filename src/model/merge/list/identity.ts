import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { isPlainObject } from '../../../lib/json/isPlainObject.ts';

/** How the items of lists are told apart. */
export interface ItemIdentity {
  /** The key of an item's id, which is unique across all the lists; 0 counts as no id. */
  readonly id?: string;
  /** The name that identifies an item without an id within its list: a slug, a field's name. */
  nameOf?(item: unknown): string | undefined;
  /** The key of an item's list of child items. */
  readonly children?: string;
}

/** A number that identifies an item in all versions. */
export type ItemToken = number;

/** An item's own values: without its id and its children. */
export function ownValues(value: unknown, { id, children }: ItemIdentity): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== id && key !== children));
}

/** The content of an item, children included and ids left out, as canonical JSON. */
export function contentKey(value: unknown, identity: ItemIdentity): string {
  const below = readChildItems(value, identity).map((child) => contentKey(child, identity));
  return canonicalJson(below.length === 0 ? ownValues(value, identity) : [ownValues(value, identity), below]);
}

export function readChildItems(value: unknown, { children }: ItemIdentity): readonly unknown[] {
  const below = children !== undefined && isPlainObject(value) ? value[children] : undefined;
  return Array.isArray(below) ? below : [];
}

export function readItemId(value: unknown, { id }: ItemIdentity): number | string | undefined {
  const given = id !== undefined && isPlainObject(value) ? value[id] : undefined;
  return (typeof given === 'number' || typeof given === 'string') && given ? given : undefined;
}
