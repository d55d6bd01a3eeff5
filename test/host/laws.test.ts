import { expect, it } from 'vitest';
import { effort } from '../effort.ts';
import { judge, playTeam } from './playTeam.ts';

/**
 * The laws of the git host over random games: `SEED=… npm run test:long -- test/host/laws` plays one, `GAMES=300` an
 * hour of them.
 */
const only = Number(process.env['SEED'] ?? 0);
const count = Number(process.env['GAMES'] ?? effort(6, 1));
const games = only > 0 ? [only] : Array.from({ length: count }, (_, n) => n + 1);

it.each(games)('three servers, two developers and a host agree in the end: game %i', async (seed) => {
  const played = await playTeam(seed, effort(60, 7));
  judge(played);
  expect(played.written.length).toBeGreaterThan(0);
});
