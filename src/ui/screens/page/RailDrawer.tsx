import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OpenRail, useOpenRail } from '../../form/FormExtras.tsx';

interface RailDrawerProps {
  onClose(): void;
}

/** What is open beside the form, where there is no room beside it. */
export function RailDrawer({ onClose }: RailDrawerProps) {
  const { t } = useTranslation();
  const title = useOpenRail()?.title();
  if (title === undefined) return null;
  return (
    <Drawer
      opened
      title={title}
      onClose={onClose}
      position="right"
      size="24rem"
      withOverlay={false}
      trapFocus={false}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <OpenRail />
    </Drawer>
  );
}
