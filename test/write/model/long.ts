import { it } from 'vitest';
import { runModel } from './run.ts';

it('serves what the model says through a hundred long sequences', { timeout: 3_600_000 }, () =>
  runModel({ runs: 100, steps: 120, limitMs: 3_000_000 }),
);
