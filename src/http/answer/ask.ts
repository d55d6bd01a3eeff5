import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { invalidAt } from '../../model/errors.ts';
import type { Answer, Call, Endpoint, Params } from '../endpoint.ts';
import { createQueryReader } from '../request/query.ts';

/** Answers a request that nobody has sent over the network. */
export type Ask = (params: Params<string>) => Promise<Answer>;

/** Makes the function that asks a public endpoint as the server would, without a server and without a query. */
export function createAsk(endpoint: Endpoint): Ask {
  const readQuery = endpoint.query ? createQueryReader(endpoint.query) : () => ({});
  const nobody = { ...NOBODY, request: new IncomingMessage(new Socket()) };
  return async (params) => {
    const search = new URLSearchParams();
    return endpoint.handle({ ...nobody, params, search, query: readQuery(search) });
  };
}

/** Of requests that can have no body. */
export async function refuseForm(): Promise<never> {
  throw invalidAt([], 'There is no form');
}

const NOBODY: Omit<Call, 'params' | 'search' | 'query' | 'request'> = {
  body: undefined,
  sent: undefined,
  actor: null,
  ifMatch: undefined,
  headers: {},
  ip: '',
  requestId: '',
  readForm: refuseForm,
};
