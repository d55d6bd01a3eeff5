import { useWindowEvent } from '@mantine/hooks';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { OTHERS_FIRST, type RefusedWrite } from '../../../ui/wire/proposing.ts';

const loadAsking = async () => (await Promise.all([import('./askInstead.tsx'), addSection('review')]))[0];

/** Offers to ask for a review of what was refused because it must be approved first. */
export function ReviewFirst() {
  useWindowEvent(OTHERS_FIRST, (event: CustomEvent<RefusedWrite>) => {
    event.preventDefault();
    void loadAsking().then(({ askInstead }) => askInstead(event.detail));
  });
  return null;
}
