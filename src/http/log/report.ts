import type { ServerResponse } from 'node:http';
import type { Exchange } from '../exchange.ts';

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

/** Reports a request to all observers as soon as its answer has been sent. */
export type ReportRequest = (exchange: Exchange) => void;

export const createReport =
  (observers: readonly Observer[]): ReportRequest =>
  (exchange) => {
    const { response, requestId, method, path, ip, startedAt } = exchange;
    const isStream = () => String(response.getHeader('content-type')).startsWith('text/event-stream');
    const place = () => ({ path, ip });
    const tell = (isCut: boolean): void => {
      const { route, isRead } = exchange;
      const ms = performance.now() - startedAt;
      const status = response.statusCode;
      const finished = { requestId, route, method, isRead, status, ms, isCut, isStream, place };
      for (const observe of observers) observe(finished);
    };
    if (isFullySent(response)) tell(false);
    else response.once('close', () => tell(!response.writableFinished));
  };

/** Whether the system has taken every byte. Node's event for it comes later. */
const isFullySent = ({ writableEnded, socket }: ServerResponse): boolean =>
  writableEnded && socket?.writableLength === 0;
