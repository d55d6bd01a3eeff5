import type { ServerResponse } from 'node:http';
import type { Middleware, State } from './state.ts';

/** A request whose answer is out. */
export interface Finished {
  readonly requestId: string;
  readonly route: string;
  readonly method: string;
  /** Without the query, which may hold tokens. */
  readonly path: string;
  readonly ip: string;
  readonly status: number;
  readonly ms: number;
  /** A stream of events takes as long as somebody listens. */
  readonly isStream: boolean;
  /** Whether the caller left before the end. */
  readonly isCut: boolean;
}

export type Observer = (finished: Finished) => void;

/** Who asked for what; known when the request comes in, as a closed connection has no address any more. */
type Asked = Pick<Finished, 'method' | 'path' | 'ip'>;

/** Tells all observers of a request as soon as its answer is out. */
export type Report = (response: ServerResponse, asked: Asked, state: State) => void;

export const createReport =
  (observers: readonly Observer[]): Report =>
  (response, { method, path, ip }, state) => {
    const tell = (isCut: boolean): void => {
      const { requestId, route, startedAt } = state;
      const ms = performance.now() - startedAt;
      const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
      const finished = { requestId, route, method, path, ip, status: response.statusCode, ms, isStream, isCut };
      for (const observe of observers) observe(finished);
    };
    if (isOut(response)) tell(false);
    else response.once('close', () => tell(!response.writableFinished));
  };

/** Whether the system has taken every byte: node tells of it only later. */
const isOut = ({ writableEnded, socket }: ServerResponse): boolean => writableEnded && socket?.writableLength === 0;

export const reportRequests =
  (report: Report): Middleware =>
  async (ctx, next) => {
    report(ctx.res, ctx, ctx.state);
    await next();
  };
