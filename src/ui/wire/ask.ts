import { resolveTargetChange } from './proposing.ts';
import {
  isSameForAll,
  type Operation,
  type RequestArguments,
  sendRequest,
  type VersionedAnswer,
} from './sendRequest.ts';

/**
 * Sends a request. Before a write by somebody who may not publish, a change of their own is chosen. A write goes to what
 * was chosen when it was asked for.
 *
 * @throws WireError in words for the user, whatever goes wrong
 */
export async function ask<O extends Operation>(
  operation: O,
  ...request: RequestArguments<O>
): Promise<VersionedAnswer<O>> {
  if (operation.startsWith('GET ') || isSameForAll(operation)) return sendRequest(operation, ...request);
  const change = await resolveTargetChange(request[0]?.change);
  return sendRequest(operation, ...([{ ...request[0], change }] as RequestArguments<O>));
}
