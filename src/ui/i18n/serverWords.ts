import i18next from 'i18next';
import type { Error as Refused } from '../wire/interface.ts';

/** What the server says about one thing that is wrong. */
type ServerProblem = Pick<Refused['errors'][number], 'message' | 'reason' | 'params'>;
type ServerReason = NonNullable<ServerProblem['reason']>;

const say = i18next.t as (key: `server.${ServerReason}`, values: object) => string;

/** A reason of the server in the language of the interface; undefined if it tells none, or one that is newer. */
export function wordReason({ reason, params = {} }: ServerProblem): string | undefined {
  return reason !== undefined && isWorded(reason) ? say(`server.${reason}`, params) : undefined;
}

/** Whether there are words for it: with a count, there are several forms. */
const isWorded = (reason: ServerReason): boolean =>
  i18next.exists(`server.${reason}`) || i18next.exists(`server.${reason}_other`);
