import type { FormValues } from '../form/values.ts';

/** A block as the form of a page holds it. */
export interface BlockValue {
  /** Stays the same while the block is moved and saved. */
  readonly key: string;
  /** The id of its placement; a new block has none. */
  readonly id?: string | undefined;
  readonly type: string;
  readonly title?: string | undefined;
  readonly fields: FormValues;
  /** The id of the reusable block, if it is one. `overrides` are the values that differ on this page. */
  readonly blockId?: number | undefined;
  readonly overrides?: FormValues | undefined;
  /** On the page, but not public. */
  readonly hidden?: true | undefined;
}

/** A block that is not in the form yet and so has no key. */
export type NewBlock = Omit<BlockValue, 'key'>;
