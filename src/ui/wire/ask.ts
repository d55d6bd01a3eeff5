import { leaveLive } from './proposing.ts';
import {
  isSameForAll,
  type Operation,
  type RequestArguments,
  sendRequest,
  type VersionedAnswer,
} from './sendRequest.ts';

/**
 * Sends a request. Before a write by somebody who may not publish, a change of their own is chosen.
 *
 * @throws WireError in words for the user, whatever goes wrong
 */
export async function ask<O extends Operation>(
  operation: O,
  ...request: RequestArguments<O>
): Promise<VersionedAnswer<O>> {
  if (!operation.startsWith('GET ') && !isSameForAll(operation)) await leaveLive();
  return sendRequest(operation, ...request);
}
