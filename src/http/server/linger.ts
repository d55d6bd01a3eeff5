import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../request/body/body.ts';

/** How long the rest of an unread body is still accepted, so that its sender gets to read the answer. */
const LINGER_MS = 5_000;

/** Ends the connection of a request that goes on being sent after it has been answered. */
export function lingerAfter(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ms = LINGER_MS,
): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), ms).unref();
  });
}
