import { useTranslation } from 'react-i18next';
import { absoluteTime, relativeTime } from './relativeTime.ts';

interface TimeProps {
  readonly value: string | null;
}

/** A time as people say it, with the exact one as its tooltip. */
export function Time({ value }: TimeProps) {
  const { i18n } = useTranslation();
  if (value === null) return null;
  return (
    <time dateTime={value} title={absoluteTime(value, i18n.language)}>
      {relativeTime(value, i18n.language)}
    </time>
  );
}
