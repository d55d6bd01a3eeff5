import { invalidAt } from '../model/errors.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { createParamsReader } from './request/params.ts';
import { createQueryReader } from './request/query.ts';

/** Reads the two parts of an endpoint's addresses. Each throws where there can be no such record, or no such value. */
export interface AddressReader {
  readParams: ReturnType<typeof createParamsReader>;
  readQuery(search: URLSearchParams): unknown;
}

export const createAddressReader = ({ path, query }: Pick<Endpoint, 'path' | 'query'>): AddressReader => ({
  readParams: createParamsReader(path),
  readQuery: query ? createQueryReader(query) : () => ({}),
});

/** What every call comes with: its request and what its address says. */
export type Addressed = Pick<Call, 'request' | 'ip' | 'requestId' | 'params' | 'query' | 'search'>;

/** What calls beyond public reads come with. */
export type Given = Partial<Pick<Call, 'actor' | 'body' | 'sent' | 'ifMatch' | 'readForm'>>;

/** The one place where calls are made. Each property is named: a spread would cost a public read 2 µs. */
export function toCall(addressed: Addressed, given: Given = NOTHING): Call {
  const { request, ip, requestId, params, query, search } = addressed;
  const { actor = null, body, sent, ifMatch, readForm = refuseForm } = given;
  const { headers } = request;
  // Only what the endpoint's own path, schemas and access let through gets here: see `serve.ts`.
  const call = { params, query, body, sent, actor, ifMatch, headers, ip, requestId, search, request, readForm };
  return call as Call;
}

const NOTHING: Given = {};

/** Of requests that can have no body. */
async function refuseForm(): Promise<never> {
  throw invalidAt([], 'There is no form');
}
