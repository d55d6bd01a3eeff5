import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LogInForm } from '../../session/LogInForm.tsx';
import { DoorScreen } from './DoorScreen.tsx';

/** The log-in screen. Afterwards it leads to the address that was asked for. */
export function LogInScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const goOn = (): void => {
    const { to } = router.state.location.search as { to?: string };
    router.history.push(`/admin${to ?? '/'}`);
  };
  return (
    <DoorScreen title={t('session.title')}>
      <LogInForm onDone={goOn} />
    </DoorScreen>
  );
}
