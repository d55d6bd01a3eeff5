import type { PresenceSource, PresentRecord } from '../stream/presence.ts';
import type { MayTell, Topic } from './mayTell.ts';

/** What somebody who has a record open is at. */
export const toTopic = ({ kind, id, change }: PresentRecord): Topic => ({ record: { kind, id }, change });

/** Who has those records open that somebody may read. */
export const restrictPresence = (presence: PresenceSource, mayTell: MayTell): PresenceSource => ({
  note: async (record, actor, isGone) => ((await mayTell(toTopic(record))) ? presence.note(record, actor, isGone) : []),
  async list() {
    const all = await presence.list();
    const isTold = await Promise.all(all.map((one) => mayTell(toTopic(one))));
    return all.filter((_, index) => isTold[index]);
  },
});
