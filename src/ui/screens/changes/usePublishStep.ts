import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import type { PublishStep, ThingToPublish } from '../../feature.ts';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { createQueryKey } from '../../wire/keys.ts';

const FINDERS = UI_FEATURES.flatMap(({ findPublishStep }) => findPublishStep ?? []);

/** The step before something is published, and whether it is known yet. */
interface FoundStep {
  readonly isPending: boolean;
  readonly step: PublishStep | null;
  readonly isBusy: boolean;
  /** Takes the step. True if it is done. */
  act(note?: string): Promise<boolean>;
}

/** Finds what must be done before a change, or a page that visitors cannot read yet, can be published. */
export function usePublishStep({ change, page }: Omit<ThingToPublish, 'client'>): FoundStep {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { data: step = null, isPending } = useQuery({
    queryKey: createQueryKey('change', 'publishStep', change, page?.id ?? null),
    staleTime: 0,
    enabled: change !== null || page !== null,
    async queryFn() {
      for (const find of FINDERS) {
        const found = await find({ change, page, client });
        if (found) return found;
      }
      return null;
    },
  });
  return {
    isPending: isPending && (change !== null || page !== null),
    ...{ step, isBusy },
    async act(note = '') {
      if (!step?.act) return false;
      setBusy(true);
      try {
        await step.act(note);
        notifySuccess(step.done);
        return true;
      } catch (error) {
        notifyError(error);
        return false;
      } finally {
        setBusy(false);
        await client.invalidateQueries({ queryKey: createQueryKey('change') });
        await client.invalidateQueries({ queryKey: createQueryKey('page') });
      }
    },
  };
}
