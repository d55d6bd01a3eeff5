import { expect, it } from 'vitest';
import { isSameForAll } from '../../../src/ui/wire/sendRequest.ts';

it.each([
  ['GET /api/admin/users/{id}', true],
  ['GET /api/admin/change-names', true],
  ['POST /api/admin/pages/{id}/draft/publish', true],
  ['PUT /api/admin/config/draft', true],
  ['PUT /api/admin/config', false],
  ['GET /api/admin/pages/{id}', false],
  ['PUT /api/admin/menus/{id}/items-order', false],
  ['POST /api/admin/commits/{commit}/revert', false],
] as const)('knows whether %s is the same in all changes: %s', (operation, isSame) => {
  expect(isSameForAll(operation)).toBe(isSame);
});
