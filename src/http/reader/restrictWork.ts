import type { UnfinishedWorkStore, WorkTarget } from '../../work/openWork.ts';

/** The unfinished work of somebody on records that they may still read. */
export function restrictWork(
  work: UnfinishedWorkStore,
  isHidden: (record: Pick<WorkTarget, 'kind'> & { readonly id: number }) => boolean,
): UnfinishedWorkStore {
  const isGone = ({ kind, id }: Pick<WorkTarget, 'kind' | 'id'>): boolean => id !== null && isHidden({ kind, id });
  return {
    ...work,
    list: async (person) => (await work.list(person)).filter((head) => !isGone(head)),
    find: async (person, target) => (isGone(target) ? undefined : work.find(person, target)),
    read: async (person, target) => (isGone(target) ? undefined : work.read(person, target)),
  };
}
