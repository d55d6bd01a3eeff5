import { defineFeature } from '../../extend/feature.ts';
import { actorRefName } from '../../model/access.ts';
import { lineEndpoints, stateInLine } from './endpoints.ts';
import type { ReturnedEntry } from './lineEntry.ts';
import { openLine } from './openLine.ts';

/** Changes in line to be published, and what they would clash with. */
export const line = defineFeature({
  name: 'line',
  open({ config, inbox, clock, privateDir, announce, system, onError }) {
    let writersOf = async (_name: string): Promise<readonly string[]> => [];
    async function tellReturned({ name, actor }: ReturnedEntry): Promise<void> {
      const people = [actorRefName(actor), ...(await writersOf(name))].filter((person) => person.startsWith('user/'));
      const by = actorRefName(system);
      await inbox.notify(people, { reason: 'sentBack', by, record: null, change: name, comment: null });
    }
    const changes = openLine({
      ...{ privateDir, clock, tellReturned },
      onMove: (name) => announce('change.updated', { timestamp: clock().toISOString(), data: { name } }),
      onError: (error) => onError(error, 'Changes in line could not be published'),
    });
    return {
      start({ changes: parts }) {
        if (config.readOnly) return;
        writersOf = async (name) => (await parts.proposals.get(name).catch(() => null))?.facts?.writers ?? [];
        changes.start(parts);
      },
      findChangeState: async (name) => CHANGE_STATES_IN_LINE[stateInLine(name, changes)],
      endpoints: (parts) => lineEndpoints({ ...parts, line: changes, clock }),
      close: changes.close,
    };
  },
});

const CHANGE_STATES_IN_LINE = { none: null, waiting: 'queued', publishing: 'queued', sentBack: 'sentBack' } as const;
