/** The part of the screen's state that is kept in the address. */
export interface BlocksSearch {
  readonly search?: string;
  /** The slug of a block type: that of the listed blocks, and of a new one. */
  readonly type?: string;
  readonly open?: number | 'new';
}
