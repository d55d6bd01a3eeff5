import { expect, test } from 'vitest';
import { addressKey, plainIp } from '../../../src/lib/net/addressKey.ts';

test.each([
  ['203.0.113.1', '203.0.113.1'],
  [' 203.0.113.1\t', '203.0.113.1'],
  ['203.0.113.1:5678', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['::FFFF:cb00:7101', '203.0.113.1'],
  ['[::ffff:203.0.113.1]:80', '203.0.113.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
])('%s is %s', (text, address) => {
  expect(plainIp(text)).toBe(address);
});

test.each([
  '',
  'unknown',
  '1',
  '1.2.3',
  '010.1.1.1',
  '0x7f000001',
  '1.2.3.4:',
  '1.2.3.4:x',
  '1.2.3.4:123456',
  '[1.2.3.4',
  '[::1]x',
  '::1]:80',
  '%eth0',
  '1.2.3.4, 5.6.7.8',
  ':'.repeat(10_000),
])('%.20s is no address', (text) => {
  expect(plainIp(text)).toBeUndefined();
  expect(addressKey(text)).toBe('');
});

test('an address stands for whoever holds it', () => {
  expect(addressKey('::ffff:203.0.113.1')).toBe(addressKey('203.0.113.1'));
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2:ffff::1'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
});
