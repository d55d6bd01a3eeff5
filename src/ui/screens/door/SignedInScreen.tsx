import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SIGNED_IN_AT } from '../../session/ways/signedIn.ts';
import { DoorScreen } from './DoorScreen.tsx';

/** Where somebody comes back to who has signed in beside a window that is open: that one carries on. */
export function SignedInScreen() {
  const { t } = useTranslation();
  useEffect(() => {
    localStorage.setItem(SIGNED_IN_AT, String(Date.now()));
    // Browsers may keep a window open that no script has opened.
    window.close();
  }, []);
  return <DoorScreen title={t('session.title')} text={t('session.signedIn')} />;
}
