import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../model/errors.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { createParamsReader } from './request/params.ts';
import { createNameCheck, createQueryReader } from './request/query.ts';
import { prefersStrict } from './request/tellUnknown.ts';
import { VERSION_PARAMETERS } from './version/askedVersion.ts';

/** Reads the path parameters and the query of an endpoint. Each throws for a record or a value that cannot exist. */
export interface AddressReader {
  readParams: ReturnType<typeof createParamsReader>;
  readQuery(search: URLSearchParams): unknown;
  /** Refuses parameters that the endpoint does not read, where they must be mistakes. */
  checkNames(search: URLSearchParams, headers: IncomingHttpHeaders): void;
}

export function createAddressReader(endpoint: Pick<Endpoint, 'path' | 'query' | 'asks'>): AddressReader {
  const { path, query } = endpoint;
  const checkNames = createNameCheck(endpoint, VERSION_PARAMETERS);
  return {
    readParams: createParamsReader(path),
    readQuery: query ? createQueryReader(query) : () => ({}),
    checkNames: (search, headers) => checkNames(search, prefersStrict(headers)),
  };
}

/** The parts that every call has: its request and what its address says. */
export type AddressedCall = Pick<Call, 'request' | 'ip' | 'requestId' | 'params' | 'query' | 'search'>;

/** The parts that public reads do not have. */
export type PrivateCallParts = Partial<Pick<Call, 'actor' | 'body' | 'sent' | 'ifMatch' | 'readForm' | 'readStream'>>;

/** The one place where calls are made. It names each property: a spread would cost a public read 2 µs. */
export function toCall(addressed: AddressedCall, given: PrivateCallParts = NOTHING): Call {
  const { request, ip, requestId, params, query, search } = addressed;
  const { actor = null, body, sent, ifMatch, readForm = refuseForm, readStream = emptyStream } = given;
  const { headers } = request;
  // Only values that passed the endpoint's own path, schemas and access get here: see `serve.ts`.
  const call = {
    params,
    query,
    body,
    sent,
    actor,
    ifMatch,
    headers,
    ip,
    requestId,
    search,
    request,
    readForm,
    readStream,
  };
  return call as Call;
}

const NOTHING: PrivateCallParts = {};

/** For requests that cannot have a body. */
async function* emptyStream(): AsyncGenerator<Buffer> {}

/** For requests that cannot have a body. */
async function refuseForm(): Promise<never> {
  throw invalidAt([], 'The request has no form');
}
