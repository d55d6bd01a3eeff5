import { useQuery } from '@tanstack/react-query';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { changeNamesQuery } from '../screens/changes/queries.ts';
import { useChosenChange } from '../wire/useChosenChange.ts';

const ChangeSelect = loadOnDemand(async () => (await import('./ChangeSelect.tsx')).ChangeSelect);

/** Lets the user choose what this window reads and writes; hidden while there is no change to choose. */
export function ChangeChooser() {
  const chosen = useChosenChange();
  const { data } = useQuery(changeNamesQuery);
  return (chosen || (data?.meta.total ?? 0) > 0) && <ChangeSelect />;
}
