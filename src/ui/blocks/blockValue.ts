import type { Values } from '../form/values.ts';

/** A block as the form holds it. */
export interface BlockValue {
  /** Stays with it while it is moved and saved. */
  readonly key: string;
  /** Of its placement; new ones have none. */
  readonly id?: string | undefined;
  readonly type: string;
  readonly title?: string | undefined;
  readonly fields: Values;
  /** Of a reusable block: which, and what this page says otherwise. */
  readonly blockId?: number | undefined;
  readonly overrides?: Values | undefined;
}

/** A block that has no name in the form yet. */
export type NewBlock = Omit<BlockValue, 'key'>;
