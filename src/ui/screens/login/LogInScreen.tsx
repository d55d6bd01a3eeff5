import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DoorScreen } from '../../parts/screen/DoorScreen.tsx';
import { LogInForm } from '../../session/LogInForm.tsx';

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
