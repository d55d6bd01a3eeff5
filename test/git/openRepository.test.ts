import { expect, it } from 'vitest';
import { warnOfProgram } from '../../src/git/openRepository.ts';

const SITE = { worktree: '/srv/site' };

it('a program inside the repository that takes in what others push is worth a warning', () => {
  const path = '/srv/site/node_modules/@quire-cms/quire';
  expect(warnOfProgram(SITE, ['/opt/x', path])).toContain(
    `Quire is started from ${path}, inside the repository /srv/site`,
  );
  expect(warnOfProgram(SITE, ['/srv/site'])).toContain('docs/operations.md');
});

it('a program beside it is not', () => {
  expect(warnOfProgram(SITE, ['/opt/quire', '/srv/site-program/node_modules/x', '/srv'])).toBeNull();
});
