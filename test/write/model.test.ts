import { describe, it } from 'vitest';
import { effort } from '../effort.ts';
import { runModel } from './model/run.ts';

describe('whatever editors and admins do', () => {
  it('is served as a simple model predicts, with one commit each, also after a restart and from a fresh clone', {
    timeout: 180_000,
  }, async () => {
    await runModel({ runs: effort(10, 1), steps: effort(60, 20), limitMs: 90_000 });
  });
});
