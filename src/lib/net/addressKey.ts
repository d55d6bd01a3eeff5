import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Who an IP address belongs to: the IPv4 address itself, or the /64 that one IPv6 subscriber gets. Empty if it is not
 * an address.
 */
export function addressKey(address: string): string {
  const plain = plainIp(address) ?? '';
  return plain === '' || isIPv4(plain) ? plain : ipaddr.IPv6.parse(plain).parts.slice(0, 4).join(':');
}

/** `[2001:db8::1]:443` and `203.0.113.1:5678`: some proxies add the port. */
const WITH_PORT = /^(?:\[([^\]]{1,64})\]|([\d.]{7,15}))(?::\d{1,5})?$/;

/**
 * An IP address without port, brackets and zone, in lower case and in its shortest form; IPv4 in IPv6 becomes IPv4.
 * Undefined if it is not an address.
 */
export function plainIp(text: string): string | undefined {
  const given = text.trim();
  if (isIPv4(given)) return given;
  const [, v6, v4] = WITH_PORT.exec(given) ?? [];
  const [address = ''] = (v6 ?? v4 ?? given).split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}
