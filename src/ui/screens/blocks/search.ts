/** What of the list stands in its address. */
export interface BlocksSearch {
  readonly search?: string;
  /** The slug of a block type: of those that are shown, and of the new one. */
  readonly type?: string;
  readonly open?: number | 'new';
}
