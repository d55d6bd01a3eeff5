import { unavailable } from '../model/errors.ts';
import { choice, integer, nullable, object, text } from '../model/schema/schema.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { bodyResult } from './result.ts';

export interface HealthDeps {
  readonly version: string;
  readonly clock: () => Date;
  isReady(): boolean;
  /** What only callers with a credential see: the commit served, the number of records and of problems in files. */
  details(): HealthDetails | Promise<HealthDetails>;
}

interface HealthDetails {
  readonly commit: string | null;
  readonly records: number;
  readonly problems: number;
}

const HEALTH = object(
  { status: choice('ok'), version: text(), uptime: integer() },
  { commit: nullable(text()), records: integer(), problems: integer() },
);

/** `GET /api/health`: the process is alive. `GET /api/ready`: it can serve (200), or not yet or no longer (503). */
export function healthEndpoints({ version, clock, isReady, details }: HealthDeps): Endpoint[] {
  const startedAt = clock().getTime();
  const uptime = () => Math.floor((clock().getTime() - startedAt) / 1000);
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/health',
      summary: 'Check whether the server is alive; tells more with a credential',
      access: 'optional',
      result: bodyResult(HEALTH),
      handle: async ({ actor }) => ({
        body: { status: 'ok', version, uptime: uptime(), ...(actor && (await details())) },
      }),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/ready',
      summary: 'Check whether the server can serve requests',
      access: 'open',
      result: bodyResult(object({ status: choice('ready') })),
      handle: () => {
        if (!isReady()) throw unavailable('This server is not ready', 5);
        return { body: { status: 'ready' } };
      },
    }),
  ];
}
