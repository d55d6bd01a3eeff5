import type { ServerResponse } from 'node:http';
import type { Middleware, State } from '../state.ts';

/** Where a request came from and went. */
export interface Place {
  /** Without the query, which may hold tokens. */
  readonly path: string;
  readonly ip: string;
}

/** A request whose answer is out. */
export interface Finished {
  readonly requestId: string;
  readonly route: string;
  readonly method: string;
  readonly isRead: boolean;
  readonly status: number;
  readonly ms: number;
  /** Whether the caller left before the end. */
  readonly isCut: boolean;
  /** Whether it is a stream of events, which takes as long as somebody listens. */
  isStream(): boolean;
  /** For those who need it: few requests are written down. */
  place(): Place;
}

export type Observer = (finished: Finished) => void;

/** Who asked for what. */
type Asked = Pick<Finished, 'method' | 'place'>;

/** Tells all observers of a request as soon as its answer is out. */
export type Report = (response: ServerResponse, asked: Asked, state: State) => void;

export const createReport =
  (observers: readonly Observer[]): Report =>
  (response, { method, place }, state) => {
    const isStream = () => String(response.getHeader('content-type')).startsWith('text/event-stream');
    const tell = (isCut: boolean, toldPlace = place): void => {
      const { requestId, route, isRead, startedAt } = state;
      const ms = performance.now() - startedAt;
      const status = response.statusCode;
      const finished = { requestId, route, method, isRead, status, ms, isCut, isStream, place: toldPlace };
      for (const observe of observers) observe(finished);
    };
    if (isOut(response)) return tell(false);
    // A closed connection has no address any more.
    const known = place();
    response.once('close', () => tell(!response.writableFinished, () => known));
  };

/** Whether the system has taken every byte: node tells of it only later. */
const isOut = ({ writableEnded, socket }: ServerResponse): boolean => writableEnded && socket?.writableLength === 0;

export const reportRequests =
  (report: Report): Middleware =>
  async (ctx, next) => {
    const { method, path, ip } = ctx;
    report(ctx.res, { method, place: () => ({ path, ip }) }, ctx.state);
    await next();
  };
