import { lookup as lookupHost } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { undiciPackage } from '../../lib/list/undiciPackage.ts';
import { isPublicAddress } from '../../lib/net/isPublicAddress.ts';

/** The address of a webhook is not on the public internet, or not reached by https. */
export class BlockedAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = 'BlockedAddress';
  }
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly Address[]>;

const resolveByDns: ResolveHost = (hostname) => lookupHost(hostname, { all: true });

interface Options {
  readonly timeoutMs: number;
  readonly resolve?: ResolveHost | undefined;
  /** Makes the function that connects, using `lookup`. */
  readonly open?: (options: { readonly lookup: LookupFunction; readonly timeout: number }) => buildConnector.connector;
}

/**
 * Connects to public addresses only (SECURITY, 29): checks a literal address, all addresses of a name, and the address
 * of the open connection. The name is resolved once for each connection, so it cannot change in between.
 */
export function createGuardedConnect({
  timeoutMs,
  resolve = resolveByDns,
  open = undiciPackage().buildConnector,
}: Options): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all }, done) => {
    findPublic(hostname, resolve).then(
      (addresses) => (all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family)),
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
  const connect = open({ lookup, timeout: timeoutMs });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new BlockedAddress(host), null);
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      const peer = socket!.remoteAddress ?? 'An unknown address';
      if (isPublicAddress(peer)) return done(null, socket!);
      socket!.destroy();
      done(new BlockedAddress(peer), null);
    });
  };
}

async function findPublic(hostname: string, resolve: ResolveHost): Promise<readonly Address[]> {
  const addresses = await resolve(hostname);
  const blocked = addresses.find(({ address }) => !isPublicAddress(address));
  if (blocked) throw new BlockedAddress(blocked.address);
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  return addresses;
}
