import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { plainIp } from './plainIp.ts';

/** Whom an IP address belongs to: one IPv4 address, or the /64 that one IPv6 subscriber gets. Empty for what is no address. */
export function addressKey(address: string): string {
  const plain = plainIp(address) ?? '';
  return plain === '' || isIPv4(plain) ? plain : ipaddr.IPv6.parse(plain).parts.slice(0, 4).join(':');
}
