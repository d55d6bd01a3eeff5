import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { OnDemand } from '../parts/onDemand/OnDemand.tsx';
import { changeNamesQuery } from '../screens/changes/queries.ts';
import { useChosenChange } from '../wire/useChosenChange.ts';

const ChangeSelect = lazy(async () => ({ default: (await import('./ChangeSelect.tsx')).ChangeSelect }));

/** Lets the user choose what this window reads and writes; hidden while there is no change to choose. */
export function ChangeChooser() {
  const chosen = useChosenChange();
  const { data } = useQuery(changeNamesQuery);
  if (!chosen && (data?.meta.total ?? 0) === 0) return null;
  return (
    <OnDemand>
      <ChangeSelect />
    </OnDemand>
  );
}
