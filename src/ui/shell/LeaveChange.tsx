import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChooseChange, useChosenChange } from '../wire/useChosenChange.ts';

/** Leaves the change that this window works on; in view wherever one scrolls. */
export function LeaveChange() {
  const { t } = useTranslation();
  const change = useChosenChange();
  const choose = useChooseChange();
  if (!change) return null;
  return (
    <Button
      size="compact-sm"
      my="xs"
      variant="light"
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      onClick={() => void choose(undefined)}
    >
      {t('changes.toLive')}
    </Button>
  );
}
