import type { ReadableProposal } from '../../extend/featureParts.ts';
import { RemoteFailure, type RemoteFailureReason } from '../../git/remote/remote.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { isNamedAsChange } from '../../proposal/branch/names.ts';
import { HostFailure, type HostFailureReason } from './host/hostFailure.ts';
import type { RequestWatch } from './requestWatch.ts';

const PUSH_REASONS: Readonly<Partial<Record<RemoteFailureReason, HostFailureReason>>> = {
  auth: 'token',
  missing: 'missing',
  offline: 'down',
};

/**
 * Sends a change to the host. Quire sends the branches of its own changes alone; others must be there already.
 *
 * @returns its branch there
 * @throws CmsError CONFLICT, HostFailure
 */
export async function sendToHost({ host, proposals }: RequestWatch, proposal: ReadableProposal): Promise<string> {
  const { name, branch } = proposal;
  if (branch === null)
    throw conflict(because('foreignBranch', 'This branch is in another repository: open its request there', {}));
  if (isNamedAsChange(branch)) await share(host, branch);
  const { head } = await proposals.get(name);
  if (!host.branches.commitsOf(branch).includes(head))
    throw conflict(because('notAtHost', 'The git host does not have what this change holds: push its branch', {}));
  return branch;
}

async function share(host: RequestWatch['host'], branch: string): Promise<void> {
  try {
    await host.share(branch);
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    const reason = PUSH_REASONS[error.reason];
    if (reason) throw new HostFailure(reason);
    throw conflict(because('hostPush', 'The change could not be sent to the git host: see the problems', {}));
  }
}
