import ipaddr from 'ipaddr.js';

/** IANA assigns public addresses of IPv6 from this block alone; ipaddr.js treats all the others as ordinary unicast. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet; IPv4 in IPv6 counts as IPv4. False for anything that is not an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isOutside = address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6);
  return address.range() === 'unicast' && !isOutside;
}
