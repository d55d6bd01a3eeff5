import { invalidAt } from '../../model/errors.ts';
import { type Answer, type Call, isOfExtension } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { changeNamedIn } from '../request/changeName.ts';
import type { Check, Step } from './step.ts';

/**
 * Lets an endpoint of the admin interface read and write a change if the header `Quire-Change` names one. An endpoint
 * that is the same in all changes refuses the header.
 */
export const enterChange: Step<Exchange, Answer> = (endpoint, below) => {
  const live = below(endpoint);
  const find = endpoint.site?.findInChange;
  if (!endpoint.path.startsWith('/api/admin/') && !(find && isOfExtension(endpoint.path))) return live;
  return (exchange) => {
    const name = changeNamedIn(exchange.headers);
    if (name === undefined) return live(exchange);
    if (!find) throw invalidAt([], 'This is the same in all changes: leave out the header Quire-Change');
    return find(name, endpoint).then((found) => below(found)(exchange));
  };
};

/** Finds out what answers about a version show beside its records. */
export const prepareSite: Check<Call> = ({ site }) => site?.prepare && (() => site.prepare?.());
