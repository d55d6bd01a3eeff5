import ipaddr from 'ipaddr.js';

/** `::/96`, which once held IPv4 addresses (RFC 4291, 2.5.5.1); ipaddr.js treats it as ordinary unicast. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Whether an IP address belongs to the public internet; IPv4 in IPv6 counts as IPv4. False for anything that is not an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isCompatible = address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE);
  return address.range() === 'unicast' && !isCompatible;
}
