import type { ServerResponse } from 'node:http';
import type { Middleware, State } from '../state.ts';

/** Where a request came from, and its path. */
export interface RequestSource {
  /** Without the query, which may contain tokens. */
  readonly path: string;
  readonly ip: string;
}

/** A request whose answer has been sent. */
export interface FinishedRequest {
  readonly requestId: string;
  readonly route: string;
  readonly method: string;
  readonly isRead: boolean;
  readonly status: number;
  readonly ms: number;
  /** Whether the caller left before the end. */
  readonly isCut: boolean;
  /** Whether it is a stream of events, which lasts as long as somebody listens. */
  isStream(): boolean;
  /** Computed only on demand, because few requests are logged. */
  place(): RequestSource;
}

export type Observer = (finished: FinishedRequest) => void;

/** The parts of a request that its report needs. */
type ReportedRequest = Pick<FinishedRequest, 'method' | 'place'>;

/** Reports a request to all observers as soon as its answer has been sent. */
export type ReportRequest = (response: ServerResponse, asked: ReportedRequest, state: State) => void;

export const createReport =
  (observers: readonly Observer[]): ReportRequest =>
  (response, { method, place }, state) => {
    const isStream = () => String(response.getHeader('content-type')).startsWith('text/event-stream');
    const tell = (isCut: boolean, knownPlace = place): void => {
      const { requestId, route, isRead, startedAt } = state;
      const ms = performance.now() - startedAt;
      const status = response.statusCode;
      const finished = { requestId, route, method, isRead, status, ms, isCut, isStream, place: knownPlace };
      for (const observe of observers) observe(finished);
    };
    if (isFullySent(response)) return tell(false);
    // A closed connection no longer has an address.
    const known = place();
    response.once('close', () => tell(!response.writableFinished, () => known));
  };

/** Whether the system has taken every byte. Node's event for it comes later. */
const isFullySent = ({ writableEnded, socket }: ServerResponse): boolean =>
  writableEnded && socket?.writableLength === 0;

export const reportRequests =
  (report: ReportRequest): Middleware =>
  async (ctx, next) => {
    const { method, path, ip } = ctx;
    report(ctx.res, { method, place: () => ({ path, ip }) }, ctx.state);
    await next();
  };
