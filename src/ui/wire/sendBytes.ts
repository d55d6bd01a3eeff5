import { type Operation, type OperationAnswer, readRefusal, writeQuery } from './sendRequest.ts';
import { WireError } from './WireError.ts';

/**
 * Sends the bytes of a file as the body of a request.
 *
 * @throws WireError in words for the user, whatever goes wrong
 */
export async function sendBytes<O extends Operation>(
  operation: O,
  file: Blob,
  query: Readonly<Record<string, unknown>> = {},
): Promise<OperationAnswer<O>> {
  const [method = 'PUT', path = ''] = operation.split(' ');
  const headers = { 'content-type': 'application/octet-stream', prefer: 'reasons' };
  const response = await fetch(path + writeQuery(query), {
    method,
    credentials: 'same-origin',
    headers,
    body: file,
  }).catch(() => {
    throw new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] });
  });
  if (!response.ok) throw await readRefusal(response, operation);
  // The types come from the description of the interface, and the server's tests check every answer against it.
  return response.json() as Promise<OperationAnswer<O>>;
}
