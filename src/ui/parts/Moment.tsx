import { useTranslation } from 'react-i18next';
import { absoluteTime, formatRecentTime } from './relativeTime.ts';

interface MomentProps {
  readonly value: string | null;
}

/** A time with its hour, where that matters: what comes, and who did what when. The exact one is its tooltip. */
export function Moment({ value }: MomentProps) {
  const { i18n } = useTranslation();
  if (value === null) return null;
  return (
    <time dateTime={value} title={absoluteTime(value, i18n.language)}>
      {formatRecentTime(value, i18n.language)}
    </time>
  );
}
