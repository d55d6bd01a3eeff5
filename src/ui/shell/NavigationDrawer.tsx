import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../parts/dialog/useFocusBack.ts';
import { SiteMark } from '../parts/screen/SiteMark.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ChangeChooser } from './ChangeChooser.tsx';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';

interface NavigationDrawerProps {
  onClose(): void;
}

/** The navigation as a drawer, for narrow windows. */
export function NavigationDrawer({ onClose }: NavigationDrawerProps) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      size="18rem"
      title={<SiteMark />}
      closeButtonProps={{ 'aria-label': t('shell.closeNavigation') }}
      classNames={{ body: classes.drawer, content: classes.drawerContent }}
    >
      <Navigation onGo={onClose} />
      <ChangeChooser />
      <AccountMenu />
    </Drawer>
  );
}
