import { expect, it } from 'vitest';
import { isSafeHref, isSafeSource } from '../../../src/model/richText/href.ts';

it.each([
  'https://a.example/b',
  'http://a.example',
  'HTTPS://a.example',
  '/a',
  'a/b',
  '../a',
  '?q=1',
  '#top',
  '',
  '//cdn.example/x.png',
  '/a:b',
  '/ünï',
])('allows links to %j and images from it', (address) => {
  expect(isSafeHref(address)).toBe(true);
  expect(isSafeSource(address)).toBe(true);
});

it.each(['mailto:a@b.example', 'tel:+49123'])('allows only links to %j', (address) => {
  expect(isSafeHref(address)).toBe(true);
  expect(isSafeSource(address)).toBe(false);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript:alert(1)\u0000',
  'vbscript:x',
  'data:text/html,<script>',
  'file:///etc/passwd',
  'blob:https://a.example/x',
  'ftp://a.example',
  'https://',
  'https://a b/',
  'x ',
])('SEC-27 refuses %j', (address) => {
  expect(isSafeHref(address)).toBe(false);
  expect(isSafeSource(address)).toBe(false);
});
