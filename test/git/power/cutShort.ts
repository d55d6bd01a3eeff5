import { edit, makeFolder, request } from '../sandbox.ts';
import { crash, writeDisk } from './disk.ts';
import { recordScenario } from './powerLoss.ts';
import { restarted } from './restart.ts';
import { ALL_KINDS, makeSite, type Scenario } from './scenarios.ts';

const LATER = [request([edit('g/two', 'later\n', '2\n')])];

/** A process was killed right before or after the commit point, and the power fails while the next one recovers the write. */
export const cutShort = (when: 'before' | 'after'): Scenario => ({
  publishes: [LATER],
  async make() {
    const { trace } = await recordScenario({ make: makeSite, publishes: [ALL_KINDS] });
    const commitPoint = trace.steps.findLastIndex(
      (step) => step.kind === 'names' && step.names.some(([name, node]) => name === 'main' && node !== null),
    );
    const dir = makeFolder();
    // A rename from one folder to another is two steps.
    writeDisk(restarted(crash(trace, when === 'before' ? commitPoint : commitPoint + 2, () => 1)), dir);
    return dir;
  },
});
