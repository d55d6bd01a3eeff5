import i18next from 'i18next';
import { startTransition, useState } from 'react';
import { tellTrouble } from '../dialog/tell.tsx';

interface PartOnDemand {
  /** Whether the part has been wanted and can be rendered. */
  readonly isLoaded: boolean;
  /** Loads the code ahead, as soon as somebody points at the button. */
  prepare(): void;
  /** Loads the code, or says that it could not be loaded. */
  want(): Promise<void>;
}

/** A part that a button opens, whose code is loaded when it is wanted. */
export function useOnDemand(load: () => Promise<unknown>): PartOnDemand {
  const [isLoaded, setLoaded] = useState(false);
  return {
    isLoaded,
    prepare: () => void load().catch(() => undefined),
    async want() {
      try {
        await load();
      } catch {
        tellTrouble(i18next.t('problem.notLoaded'));
        return;
      }
      // The transition keeps the button, with the focus, until the part can replace it.
      startTransition(() => setLoaded(true));
    },
  };
}
