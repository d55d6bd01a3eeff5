import { because } from '../../model/reason.ts';
import type { PublishGuard } from '../../write/rights/publishGuard.ts';
import type { ChangeRequests } from './openRequests.ts';

const WORDING = because(
  'hostRequires',
  'The git host still requires something before this change may be merged: finish its request there, or close it',
  {},
);

/** Lets no change become live here while the host says that its open request lacks something that it requires. */
export const createHostGuard = (find: () => ChangeRequests | null): PublishGuard => ({
  isActive: (change) => change !== null && (find()?.isOpen(change) ?? false),
  isLookedAt: (change) => find()?.isOpen(change) ?? false,
  async judge({ records, change }) {
    const isBlocked = change !== null && ((await find()?.isBlocked(change.name)) ?? false);
    return { refusals: isBlocked ? records.map((record) => ({ record, wordings: [WORDING] })) : [], trailers: [] };
  },
});
