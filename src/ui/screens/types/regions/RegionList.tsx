import { ActionIcon, Button, MultiSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { controlIn, focusInstead } from '../../../parts/dialog/focusInstead.ts';
import { moveItem, Sortable, useSorted } from '../../../parts/row/Sortable.tsx';
import { blockTypesQuery } from '../../../wire/queries.ts';
import fieldClasses from '../fields/FieldForm.module.css';
import { withChosen } from '../fields/inputs/TargetInputs.tsx';
import { nameFromLabel } from '../names.ts';
import { useRowKeys } from '../useRowKeys.ts';
import { DefaultBlocks } from './DefaultBlocks.tsx';
import classes from './RegionList.module.css';
import {
  type DefaultBlockDraft,
  listDefaultBlocks,
  type RegionDraft,
  regionProblem,
  withBlocks,
} from './regionDraft.ts';

interface RegionListProps {
  readonly regions: readonly RegionDraft[];
  readonly blocks: readonly DefaultBlockDraft[];
  readonly mayEdit: boolean;
  onChange(regions: readonly RegionDraft[]): void;
  onBlocks(blocks: readonly DefaultBlockDraft[]): void;
}

/** The regions of a type, in order: each with its label, the blocks that it allows, and those that new pages begin with. */
export function RegionList({ regions, blocks, mayEdit, onChange, onBlocks }: RegionListProps) {
  const { t } = useTranslation();
  const { keys, move, insert, remove } = useRowKeys(regions.length);
  const box = useRef<HTMLDivElement>(null);
  /** The regions made here: their names follow their labels until somebody edits one. */
  const made = useRef(new Set<string>());
  const add = (): void => {
    insert(regions.length);
    made.current.add(keys[regions.length] ?? '');
    onChange([...regions, { name: '', label: '', allowed: undefined }]);
    // By then the new region is on the screen.
    setTimeout(() => [...(box.current?.querySelectorAll<HTMLElement>('[data-region-label]') ?? [])].at(-1)?.focus());
  };
  const edit = (at: number, region: RegionDraft): void => {
    const before = regions[at]?.name ?? '';
    onChange(regions.with(at, region));
    // Its default blocks follow its name.
    const own = listDefaultBlocks(blocks, before);
    if (before !== region.name && own.length > 0)
      onBlocks(withBlocks(withBlocks(blocks, before, []), region.name, own));
  };
  const drop = (at: number): void => {
    remove(at);
    onChange(regions.toSpliced(at, 1));
    onBlocks(withBlocks(blocks, regions[at]?.name ?? '', []));
    focusInstead(() => controlIn(box.current));
  };
  return (
    <div ref={box}>
      {regions.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('types.noRegions')}
        </Text>
      )}
      <Sortable
        isFixed={!mayEdit}
        keys={keys}
        onMove={(from, to) => {
          move(from, to);
          onChange(moveItem(regions, from, to));
        }}
      >
        <Stack gap="xs">
          {regions.map((region, at) => (
            <RegionCard
              key={keys[at]}
              id={keys[at] ?? ''}
              isMade={made.current.has(keys[at] ?? '')}
              {...{ region, regions, mayEdit }}
              blocks={listDefaultBlocks(blocks, region.name)}
              onChange={(next) => edit(at, next)}
              onBlocks={(own) => onBlocks(withBlocks(blocks, region.name, own))}
              onRemove={() => drop(at)}
            />
          ))}
        </Stack>
      </Sortable>
      {mayEdit && (
        <Button mt="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t('types.addRegion')}
        </Button>
      )}
    </div>
  );
}

interface RegionCardProps extends Omit<RegionListProps, 'onChange'> {
  readonly id: string;
  readonly region: RegionDraft;
  readonly isMade: boolean;
  onChange(region: RegionDraft): void;
  onRemove(): void;
}

function RegionCard({ id, region, isMade, regions, blocks, mayEdit, onChange, onBlocks, onRemove }: RegionCardProps) {
  const { t } = useTranslation();
  const { ref, style, handle } = useSorted(id);
  const { data: types = [] } = useQuery(blockTypesQuery);
  const { name, label, allowed } = region;
  const shownName = label || name || t('types.newRegion');
  const problem = regionProblem(region, regions);
  const others = regions.filter((one) => one !== region).map((one) => one.name);
  const setLabel = (next: string): void => {
    const follows = isMade && name === nameFromLabel(label, others);
    onChange({ ...region, label: next, name: follows ? nameFromLabel(next, others) : name });
  };
  return (
    <Paper ref={ref} style={style} withBorder className={classes.region} role="group" aria-label={shownName}>
      {handle({ label: t('list.drag', { name: shownName }) })}
      <Stack gap="sm" className={classes.form}>
        <div className={fieldClasses.pair}>
          <TextInput
            label={t('types.regionLabel')}
            dir="auto"
            data-region-label
            readOnly={!mayEdit}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
          <TextInput
            label={t('types.regionName')}
            dir="ltr"
            spellCheck={false}
            readOnly={!mayEdit}
            value={name}
            // A region that has just been added has no name yet, and its author knows.
            error={problem && (label !== '' || name !== '' || !isMade) && t(`types.fieldProblems.${problem}`)}
            onChange={({ currentTarget }) => onChange({ ...region, name: currentTarget.value })}
          />
        </div>
        <MultiSelect
          label={t('types.allowedBlocks')}
          placeholder={allowed?.length ? undefined : t('types.anyBlock')}
          data={withChosen(types, allowed ?? [])}
          value={[...(allowed ?? [])]}
          onChange={(next) => onChange({ ...region, allowed: next.length > 0 ? next : undefined })}
          readOnly={!mayEdit}
          searchable
          clearable
        />
        {name !== '' && <DefaultBlocks {...{ blocks, types, allowed, mayEdit }} region={name} onChange={onBlocks} />}
      </Stack>
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('types.removeRegion', { name: shownName })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Paper>
  );
}
