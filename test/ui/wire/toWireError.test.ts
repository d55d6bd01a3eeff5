import { expect, it } from 'vitest';
import { toWireError } from '../../../src/ui/wire/WireError.ts';

const html = (status: number): Response => new Response('<h1>Refused</h1>', { status });

it.each([
  [400, 'UNEXPECTED'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [502, 'SERVICE_UNAVAILABLE'],
])('reads a %i that a proxy answers in place of the server as %s', async (status, code) => {
  expect((await toWireError(html(status))).code).toBe(code);
});

it('keeps the code of an answer of the server', async () => {
  const errors = [{ code: 'NOT_FOUND', message: 'Page not found' }];
  expect((await toWireError(Response.json({ errors }, { status: 404 }))).code).toBe('NOT_FOUND');
});
