import type { ChangeItem } from '../../wire/interface.ts';

/** How much a change edits: records, or else the files that are none, which developers edit. */
export const editsIn = ({ records, files }: Pick<ChangeItem, 'records' | 'files'>): number =>
  records.length || files.length;
