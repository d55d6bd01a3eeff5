import type { AskInside } from '../../http/answer/askInside.ts';
import type { Call } from '../../http/endpoint.ts';
import type { AdminCaller } from '../endpoint.ts';

interface Options {
  readonly call: Call;
  /** Whether it may change something: browsers follow links to a GET from anywhere, and may repeat it. */
  readonly mayWrite: boolean;
  readonly ask: AskInside;
  /** Whether the endpoint has been answered already. */
  isOver(): boolean;
}

/** Makes what calls the admin interface with the credentials of a call, with all the checks that a request meets. */
export const createAdminCaller = ({ call, mayWrite, ask, isOver }: Options): AdminCaller => ({
  async call<Data>(...[method, path, body, { ifMatch } = {}]: Parameters<AdminCaller['call']>) {
    if (!mayWrite && method !== 'GET') throw new TypeError(`It can only read, and called ${method} ${path}`);
    if (!path.startsWith('/')) throw new TypeError(`"${path}" must begin with a slash, such as "/pages/12"`);
    if (isOver()) throw new Error(`The request is over: ${method} ${path} is not called`);
    const answer = await ask({ method, path: `/api/admin${path}`, body, ifMatch, from: call });
    // The caller says what the answer holds.
    return { ...answer, data: answer.data as Data };
  },
});
