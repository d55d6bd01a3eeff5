import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope, useProblem, useValue } from '../form/FormContext.tsx';
import { focusInstead } from '../parts/dialog/focusInstead.ts';
import { Sortable } from '../parts/row/Sortable.tsx';
import type { AdminBlockType } from '../wire/interface.ts';
import { blockTypesQuery } from '../wire/queries.ts';
import { AddBlock } from './AddBlock.tsx';
import { type AllBlocks, BlockCard } from './BlockCard.tsx';
import type { BlockValue } from './blockValue.ts';
import type { PageRegion } from './listPageRegions.ts';
import { createRegionActions } from './regionActions.ts';

/** Enough to fill any window; the rest is rendered right after. */
const SHOWN_AT_FIRST = 20;
/** The height of a closed block together with the line above it that adds one. */
const CLOSED_HEIGHT = '(3.85rem + 2px)';

/** Longer lists start with every block closed. */
const MOST_OPEN_AT_FIRST = 4;
const NO_TYPES: readonly AdminBlockType[] = [];

interface RegionBlocksProps {
  readonly region: PageRegion;
}

/** The blocks of a region in order, to be added, moved and edited. */
export const RegionBlocks = memo(function RegionBlocks({ region }: RegionBlocksProps) {
  const { t } = useTranslation();
  const { isReadOnly, form } = useFormScope();
  const path = ['regions', region.name];
  const [value] = useValue(path);
  const problem = useProblem(path);
  const { data: types = NO_TYPES } = useQuery(blockTypesQuery);
  const blocks = (value ?? []) as readonly BlockValue[];
  const [added, setAdded] = useState<string>();
  const [areFew] = useState(blocks.length <= MOST_OPEN_AT_FIRST);

  const [all, setAll] = useState<AllBlocks>();
  const section = useRef<HTMLElement>(null);
  const actions = useMemo(() => {
    // The focus goes to the block that takes its place, else to the button that adds one.
    const onRemove = (at: number): void =>
      focusInstead(
        () =>
          section.current?.querySelector<HTMLElement>(`[data-path="regions/${region.name}/${at}"] [data-unfolds]`) ??
          section.current?.querySelector<HTMLElement>(':scope > button:last-of-type'),
      );
    return createRegionActions({ form, region: region.name, onInsert: setAdded, onRemove });
  }, [form, region.name]);
  const adder = (at: number, isBetween: boolean) =>
    isReadOnly ? null : <AddBlock {...{ region, types, isBetween, at, actions }} />;
  const areAllShown = useDeferredValue(true, false);
  const shown = areAllShown ? blocks : blocks.slice(0, SHOWN_AT_FIRST);
  const keys = blocks.map(({ key }) => key);
  return (
    // A read-only copy beside the form has the same regions: as landmarks they would appear twice.
    <section ref={section} aria-label={isReadOnly ? undefined : region.label}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {region.label}
        </Title>
        {blocks.length > 1 && (
          <Group gap={0}>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAll({ isOpen: false })}>
              {t('blocks.collapseAll')}
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAll({ isOpen: true })}>
              {t('blocks.expandAll')}
            </Button>
          </Group>
        )}
      </Group>
      {problem && (
        <Text size="sm" c="red" mb="xs" role="alert">
          {problem}
        </Text>
      )}
      <Sortable isFixed={isReadOnly} keys={keys} onMove={actions.move}>
        <Stack gap={0}>
          {shown.map((block, index) => (
            <div key={block.key}>
              {adder(index, true)}
              <BlockCard
                block={block}
                region={region.name}
                index={index}
                count={blocks.length}
                type={types.find(({ slug }) => slug === block.type)}
                all={all}
                isOpenAtFirst={areFew || block.key === added}
                isNew={block.key === added}
                actions={actions}
              />
            </div>
          ))}
          <div style={{ height: `calc(${blocks.length - shown.length} * ${CLOSED_HEIGHT})` }} />
        </Stack>
      </Sortable>
      {blocks.length === 0 && isReadOnly && (
        <Text size="sm" c="dimmed">
          {t('blocks.none')}
        </Text>
      )}
      {adder(blocks.length, false)}
    </section>
  );
});
