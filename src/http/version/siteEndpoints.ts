import type { Site } from '../../site/site.ts';
import type { Endpoint } from '../endpoint.ts';

/** Finds the endpoint of the same name that answers from a version of the site, or for somebody. */
export type FindInSite<S extends object = Site> = (site: S, endpoint: Pick<Endpoint, 'method' | 'path'>) => Endpoint;

/** @param create makes the endpoints of a version, which are kept as long as it is open */
export function createFindInSite<S extends object>(create: (site: S) => readonly Endpoint[]): FindInSite<S> {
  const known = new WeakMap<S, ReadonlyMap<string, Endpoint>>();
  const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
  return (site, endpoint) => {
    const ofSite = known.get(site) ?? new Map(create(site).map((one) => [nameOf(one), one]));
    known.set(site, ofSite);
    return ofSite.get(nameOf(endpoint))!;
  };
}
