import { describe, it } from 'vitest';
import { effort } from '../effort.ts';
import { runModel } from './model/run.ts';

describe('whatever editors and admins do', () => {
  it('is served as a simple model of it says, one commit each, after a restart and from a fresh clone too', {
    timeout: 180_000,
  }, async () => {
    await runModel({ runs: effort(10, 1), steps: effort(60, 20), limitMs: 90_000 });
  });
});
