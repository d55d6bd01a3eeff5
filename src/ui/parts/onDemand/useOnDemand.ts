import i18next from 'i18next';
import { useState } from 'react';
import { notifyErrorMessage } from '../dialog/notify.tsx';

interface OpenerOnDemand {
  /** Whether the part has been wanted and can be rendered. */
  readonly isLoaded: boolean;
  /** Loads the code ahead, as soon as somebody points at the button. */
  prepare(): void;
  /** Loads the code, or says that it could not be loaded. */
  want(): Promise<void>;
}

/** For a button that opens something whose code is loaded then: the button stays until it can be replaced. */
export function useOnDemand(load: () => Promise<unknown>): OpenerOnDemand {
  const [isLoaded, setLoaded] = useState(false);
  return {
    isLoaded,
    prepare: () => void load().catch(() => undefined),
    async want() {
      try {
        await load();
        setLoaded(true);
      } catch {
        notifyErrorMessage(i18next.t('problem.notLoaded'));
      }
    },
  };
}
