import { useTranslation } from 'react-i18next';
import { FormOrJson } from '../FormOrJson.tsx';
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
export function RegionsInput({ blocks, onBlocks, ...input }: RegionsInputProps) {
  const { t } = useTranslation();
  const { value, mayEdit, onChange } = input;
  const regions = readRegionDrafts(parseJsonText(value));
  return (
    <FormOrJson
      label={t('types.regions')}
      help={t('types.regionsHelp')}
      jsonLabel={t('types.regionsAsJson')}
      {...input}
      form={
        regions && (
          <RegionList
            {...{ regions, mayEdit, blocks, onBlocks }}
            onChange={(next) => onChange(toJsonText(writeRegionDrafts(next)))}
          />
        )
      }
    />
  );
}
