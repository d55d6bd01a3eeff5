import { expect, it } from 'vitest';
import { findNamedPeople } from '../../../src/features/comments/findNamedPeople.ts';
import type { User } from '../../../src/model/entities/user.ts';
import type { Entry } from '../../../src/model/entry.ts';

const users = ['Ada', 'Ada Lovelace', 'Günter', '李雷'].map(
  (name, index) => ({ id: index + 1, data: { name } }) as Entry<User>,
);

it.each([
  ['@Ada please look', ['user/1']],
  ['@ada lovelace, and @GÜNTER', ['user/2', 'user/3']],
  ['(@Ada) and again @Ada', ['user/1']],
  ['问@李雷请看。', ['user/4']],
  ['ada@ada.example', []],
  ['@Adam', []],
  ['nobody', []],
  ['@', []],
])('finds whom %j names', (text, people) => {
  expect(findNamedPeople(text, users)).toEqual(people);
});
