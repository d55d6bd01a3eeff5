import { expect, it } from 'vitest';
import { queryTokens, textTokens } from '../../../src/store/search/searchIndex.ts';

it.each([
  ['Ünïcode & Títle!', ['unicode', 'title']],
  ['visit/getting-here_now', ['visit', 'getting', 'here', 'now']],
  ['ＡＢＣ ﬁsh', ['abc', 'fish']],
  ['Größe 42', ['große', '42']],
  ['東京都', ['東京', '京都', '都']],
  ['東', ['東']],
  ['Tokyo東京2020', ['tokyo', '東京', '京', '2020']],
  ['한국어', ['한국', '국어', '어']],
  ['Тест', ['тест']],
  ['!?', []],
  ['', []],
])(
  'a text is found by words without case and accents, and by pairs of characters in scripts without spaces: %s',
  (text, tokens) => {
    expect(textTokens(text)).toEqual(tokens);
  },
);

it.each([
  ['東京都', ['東京', '京都']],
  ['都', ['都']],
  ['Über uns', ['uber', 'uns']],
])('a query has the same tokens: %s', (text, tokens) => {
  expect(queryTokens(text)).toEqual(tokens);
});
