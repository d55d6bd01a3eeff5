import { describe, expect, it } from 'vitest';
import { isLocale, toLocale } from '../../../src/model/text/locale.ts';

describe('a locale', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['pt-br', 'pt-BR'],
    ['PT_BR', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['sr-cyrl', 'sr-Cyrl'],
    ['es-419', 'es-419'],
    ['iw', 'he'],
  ])('%j is written %j', (tag, locale) => {
    expect(toLocale(tag)).toBe(locale);
    expect(isLocale(locale)).toBe(true);
    expect(isLocale(tag)).toBe(tag === locale);
  });

  it.each([
    '',
    'e',
    'english',
    'en-',
    '-en',
    'en--us',
    'en/us',
    '../en',
    'en us',
    'en\n',
    'en-u',
    'x-private',
    'c',
    '日本',
    'en-US-US',
    `en-${'abcdefgh-'.repeat(5)}a`,
  ])('is not %j', (tag) => {
    expect(toLocale(tag)).toBeNull();
    expect(isLocale(tag)).toBe(false);
  });

  it('is cached, valid or not, without using up memory', () => {
    for (let index = 0; index < 3000; index += 1) toLocale(`en-x${String(index).padStart(4, '0')}`);
    expect(toLocale('pt-br')).toBe('pt-BR');
    expect(toLocale('en-u')).toBeNull();
    expect(toLocale('fr-ca')).toBe('fr-CA');
  });
});
