import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { isPlainObject } from '../../../lib/json/isPlainObject.ts';

/** How the items of lists are told apart. */
export interface Identity {
  /** The key of an item's id, which is one wherever in the lists it stands; 0 and nothing are none. */
  readonly id?: string;
  /** What an item without an id is told apart by within its list: a slug, a field's name. */
  nameOf?(item: unknown): string | undefined;
  /** The key under which an item has a list of its like. */
  readonly children?: string;
}

/** An item of all versions is called by one number. */
export type Token = number;

/** An item's own values: those without its id and without what stands below it. */
export function ownValues(value: unknown, { id = '', children = '' }: Identity): unknown {
  if (!isPlainObject(value)) return value;
  const { [id]: _, [children]: __, ...own } = value;
  return own;
}

/** What an item says, ids aside. */
export function saidBy(value: unknown, identity: Identity): string {
  const below = childrenOf(value, identity).map((child) => saidBy(child, identity));
  return canonicalJson(below.length === 0 ? ownValues(value, identity) : [ownValues(value, identity), below]);
}

export function childrenOf(value: unknown, { children }: Identity): readonly unknown[] {
  const below = children !== undefined && isPlainObject(value) ? value[children] : undefined;
  return Array.isArray(below) ? below : [];
}

export function idOf(value: unknown, { id }: Identity): number | string | undefined {
  const given = id !== undefined && isPlainObject(value) ? value[id] : undefined;
  return (typeof given === 'number' || typeof given === 'string') && given ? given : undefined;
}
