import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { createAddressReader, toCall } from '../call.ts';
import type { Answer, Endpoint, PathParams } from '../endpoint.ts';

/** Answers a request that did not come over the network. */
export type CallEndpoint = (params: PathParams<string>) => Promise<Answer>;

/** Makes the function that calls a public endpoint as the server would, without a server and without a query. */
export function createEndpointCaller(endpoint: Endpoint): CallEndpoint {
  const { readQuery } = createAddressReader(endpoint);
  const nobody = { request: new IncomingMessage(new Socket()), ip: '', requestId: '' };
  return async (params) => {
    const search = new URLSearchParams();
    return endpoint.handle(toCall({ ...nobody, params, search, query: readQuery(search) }));
  };
}
