import { Alert, Input, SegmentedControl, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../codeField/CodeField.tsx';
import { parseJsonText, toJsonText } from '../typeValues.ts';
import { RegionList } from './RegionList.tsx';
import { type DefaultBlockDraft, readRegionDrafts, writeRegionDrafts } from './regionDraft.ts';

interface RegionsInputProps {
  /** The regions as JSON. */
  readonly value: string;
  readonly blocks: readonly DefaultBlockDraft[];
  readonly problem: string | undefined;
  /** What the server reports about single regions and blocks. */
  readonly problemsInside: readonly string[];
  readonly mayEdit: boolean;
  onChange(value: string): void;
  onBlocks(blocks: readonly DefaultBlockDraft[]): void;
}

/** Where the pages of a type hold blocks, as a list of regions or as JSON. */
export function RegionsInput({ value, problem, problemsInside, mayEdit, onChange, ...others }: RegionsInputProps) {
  const { t } = useTranslation();
  const id = useId();
  const [wanted, setWanted] = useState<'form' | 'json'>('form');
  const regions = readRegionDrafts(parseJsonText(value));
  const view = regions ? wanted : 'json';
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <div>
        <Input.Label id={id} component="div">
          {t('types.regions')}
        </Input.Label>
        <Input.Description>{t('types.regionsHelp')}</Input.Description>
      </div>
      <SegmentedControl
        aria-label={t('types.regions')}
        value={view}
        onChange={(next) => setWanted(next === 'json' ? 'json' : 'form')}
        data={[
          { value: 'form', label: t('types.asForm'), disabled: !regions },
          { value: 'json', label: t('types.asJson') },
        ]}
      />
      {regions && view === 'form' && (
        <RegionList
          {...{ regions, mayEdit }}
          {...others}
          onChange={(next) => onChange(toJsonText(writeRegionDrafts(next)))}
        />
      )}
      {view === 'json' && (
        <CodeField
          label={t('types.regionsAsJson')}
          language="json"
          value={value}
          onChange={onChange}
          problem={problem}
          disabled={!mayEdit}
        />
      )}
      {[...(problem && view === 'form' ? [problem] : []), ...problemsInside].map((one) => (
        <Alert key={one} color="red" role="alert">
          {one}
        </Alert>
      ))}
    </Stack>
  );
}
