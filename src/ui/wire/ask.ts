import { resolveTargetChange, sendOrPropose } from './proposing.ts';
import {
  isSameForAll,
  type Operation,
  type RequestArguments,
  sendRequest,
  type VersionedAnswer,
} from './sendRequest.ts';

/**
 * Sends a request. Before a write by somebody who may not publish, and after one that is refused for
 * that, a change of their own is chosen. A write goes to what
 * was chosen when it was asked for.
 *
 * @throws WireError in words for the user, whatever goes wrong
 */
export async function ask<O extends Operation>(
  operation: O,
  ...request: RequestArguments<O>
): Promise<VersionedAnswer<O>> {
  if (operation.startsWith('GET ') || isSameForAll(operation)) return sendRequest(operation, ...request);
  const asked = request[0]?.change;
  return sendOrPropose(
    await resolveTargetChange(asked),
    (change) => sendRequest(operation, ...([{ ...request[0], change }] as RequestArguments<O>)),
    // What is meant for the live version of a page publishes it.
    ({ problems }) => asked === undefined || problems.every(({ params }) => params?.['kind'] !== 'page'),
  );
}
