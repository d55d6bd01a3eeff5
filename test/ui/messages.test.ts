import { expect, it } from 'vitest';
import { de } from '../../src/ui/i18n/de/index.ts';
import { refusals as deRefusals } from '../../src/ui/i18n/de/refusals.ts';
import { frames as deFrames } from '../../src/ui/i18n/de/shell/frames.ts';
import { types as deTypes } from '../../src/ui/i18n/de/site/types.ts';
import { en } from '../../src/ui/i18n/en/index.ts';
import { refusals as enRefusals } from '../../src/ui/i18n/en/refusals.ts';
import { frames as enFrames } from '../../src/ui/i18n/en/shell/frames.ts';
import { types as enTypes } from '../../src/ui/i18n/en/site/types.ts';

/** The placeholders of each message, such as `{{count}}`, by its path. */
const placeholders = (messages: object, at = ''): [string, string[]][] =>
  Object.entries(messages).flatMap(([name, value]): [string, string[]][] =>
    typeof value === 'string'
      ? [[at + name, (value.match(/\{\{.*?\}\}/g) ?? []).sort()]]
      : placeholders(value as object, `${at}${name}.`),
  );

it('has the same messages with the same placeholders in every language', () => {
  expect(Object.fromEntries(placeholders(de))).toEqual(Object.fromEntries(placeholders(en)));
  expect(Object.fromEntries(placeholders(deTypes))).toEqual(Object.fromEntries(placeholders(enTypes)));
  expect(Object.fromEntries(placeholders(deFrames))).toEqual(Object.fromEntries(placeholders(enFrames)));
  expect(Object.fromEntries(placeholders(deRefusals))).toEqual(Object.fromEntries(placeholders(enRefusals)));
});
