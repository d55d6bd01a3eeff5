import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Answer, Endpoint, PathParams } from '../endpoint.ts';
import { createBeginExchange } from '../exchange.ts';
import { createQueryOf } from '../step/address.ts';

/** Answers a request that did not come over the network. */
export type CallEndpoint = (params: PathParams<string>) => Promise<Answer>;

/** Makes the function that calls a public endpoint as the server would, without a server and without a query. */
export function createEndpointCaller(endpoint: Endpoint): CallEndpoint {
  const readQuery = createQueryOf(endpoint);
  const beginExchange = createBeginExchange(0);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  return async (params) => {
    const search = new URLSearchParams();
    return endpoint.handle({ ...beginExchange(request, response), params, search, query: readQuery(search) });
  };
}
