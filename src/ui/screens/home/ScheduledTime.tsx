import { useTranslation } from 'react-i18next';
import { absoluteTime, dayOf, hourOf, relativeTime } from '../../parts/relativeTime.ts';

/** When something will happen, as one would write it down: `tomorrow at 14:30`. Its tooltip says how long that is. */
export function ScheduledTime({ value }: { readonly value: string }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <time dateTime={value} title={`${absoluteTime(value, language)} (${relativeTime(value, language)})`}>
      {t('home.dayAt', { day: dayOf(value, language), hour: hourOf(value, language) })}
    </time>
  );
}
