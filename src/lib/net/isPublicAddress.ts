import ipaddr from 'ipaddr.js';

/** `::/96`, which once held IPv4 addresses (RFC 4291, 2.5.5.1) and which ipaddr.js takes for usual ones. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/** Whether an IP address, IPv4 in IPv6 judged by what it stands for, is one of the public internet; false for anything else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isCompatible = address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE);
  return address.range() === 'unicast' && !isCompatible;
}
