import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whom an IP address belongs to: one IPv4 address, or the /64 that one IPv6 subscriber gets. Empty for what is no address. */
export function addressKey(address: string): string {
  const plain = plainIp(address) ?? '';
  return plain === '' || isIPv4(plain) ? plain : ipaddr.IPv6.parse(plain).parts.slice(0, 4).join(':');
}

/** `[2001:db8::1]:443` and `203.0.113.1:5678`: some proxies name the port too. */
const WITH_PORT = /^(?:\[([^\]]{1,64})\]|([\d.]{7,15}))(?::\d{1,5})?$/;

/**
 * An IP address without port, brackets and zone, in lower case and at its shortest, an IPv4 one also where IPv6 carries
 * it; undefined for what is none.
 */
export function plainIp(text: string): string | undefined {
  const given = text.trim();
  if (isIPv4(given)) return given;
  const [, v6, v4] = WITH_PORT.exec(given) ?? [];
  const [address = ''] = (v6 ?? v4 ?? given).split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}
