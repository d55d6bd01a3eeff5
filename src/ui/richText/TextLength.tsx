import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countCharacters, toPlainText } from './document/toPlainText.ts';

interface TextLengthProps {
  readonly id: string;
  readonly value: unknown;
  readonly min?: number;
  readonly max?: number;
}

/** The length of the text, and its limit if there is one. */
export function TextLength({ id, value, min = 0, max }: TextLengthProps) {
  const { t, i18n } = useTranslation();
  const count = countCharacters(toPlainText(value));
  const shown = (number: number): string => new Intl.NumberFormat(i18n.language).format(number);
  const isWrong = count > (max ?? Number.POSITIVE_INFINITY) || (count > 0 && count < min);
  return (
    <Text id={id} size="xs" mt={4} ta="end" c={isWrong ? 'red' : 'dimmed'}>
      {max === undefined
        ? t('richText.characters', { amount: shown(count) })
        : t('richText.charactersOf', { amount: shown(count), max: shown(max) })}
    </Text>
  );
}
