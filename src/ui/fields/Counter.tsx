import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface CounterProps {
  readonly text: string;
  readonly max: number | undefined;
}

/** The share of the maximum from which on the counter shows. */
const NEAR = 0.7;

/** Shows how many characters are left, once a text comes near its maximum. */
export function Counter({ text, max }: CounterProps) {
  const { t } = useTranslation();
  const length = [...text].length;
  if (max === undefined || length < max * NEAR) return null;
  return (
    <Text
      span
      size="xs"
      c={length > max ? 'red' : 'dimmed'}
      aria-label={t('fields.lengthOf', { length, max })}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {max - length}
    </Text>
  );
}
