import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MomentInput } from './MomentInput.tsx';

/** When something is done: at once, or at a time, ISO 8601; undefined until the time is chosen. */
export type ActionTime = { readonly type: 'now' } | { readonly type: 'later'; readonly at: string | undefined };

export const NOW: ActionTime = { type: 'now' };

export const isChosen = (when: ActionTime): boolean => when.type === 'now' || when.at !== undefined;

interface WhenInputProps {
  readonly value: ActionTime;
  /** The label of the input of the time. */
  readonly label: string;
  onChange(value: ActionTime): void;
}

/** Chooses when something is done. */
export function WhenInput({ value, label, onChange }: WhenInputProps) {
  const { t } = useTranslation();
  return (
    <>
      <SegmentedControl
        aria-label={t('changes.when')}
        value={value.type}
        onChange={(type) => onChange(type === 'later' ? { type, at: undefined } : NOW)}
        data={[
          { value: 'now', label: t('draft.now') },
          { value: 'later', label: t('draft.later') },
        ]}
      />
      {value.type === 'later' && (
        <MomentInput label={label} value={value.at} onChange={(at) => onChange({ type: 'later', at })} />
      )}
    </>
  );
}
