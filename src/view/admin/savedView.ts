import type { Lookup } from '../../model/entry.ts';
import { showSubject } from './subject.ts';

interface ShownView {
  readonly id: number;
  readonly name: string;
  readonly screen: string;
  readonly query: string;
  readonly shared: boolean;
  readonly isOwn: boolean;
  /** `user/1` or `api-key/3`. */
  readonly owner: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Shows a saved view. */
export const showView = ({ owner, ...view }: ShownView, lookup: Lookup): object => ({
  ...view,
  owner: showSubject(owner, lookup),
});
