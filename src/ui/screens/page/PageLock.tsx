import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { type RightsPage, useAboutPage } from '../../session/useMay.ts';

/** Says to those with a role of one's own why they may not change a page. */
export function PageLock({ page }: { readonly page: RightsPage }) {
  const { caller } = useRouteContext({ from: '/shell' });
  const about = useAboutPage(page);
  const reason = caller.rules?.explain({ right: 'update', kind: 'page', about });
  return reason === undefined ? null : (
    <Alert variant="light" color="gray" mb="md" py="xs" role="note" icon={<IconLock size={18} />}>
      {reason}
    </Alert>
  );
}
