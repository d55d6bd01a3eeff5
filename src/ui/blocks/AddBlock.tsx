import { Button, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuOnDemand } from '../parts/menu/MenuOnDemand.tsx';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import type { AdminBlockType } from '../wire/interface.ts';
import classes from './AddBlock.module.css';
import type { NewBlock } from './blockValue.ts';
import type { PageRegion } from './listPageRegions.ts';
import type { RegionActions } from './regionActions.ts';

const AddMenu = loadOnDemand(async () => (await import('./AddMenu.tsx')).AddMenu);
const ReusableBlocks = loadOnDemand(async () => (await import('./ReusableBlocks.tsx')).ReusableBlocks, {
  isDialog: true,
});

interface AddBlockProps {
  readonly region: PageRegion;
  readonly types: readonly AdminBlockType[];
  /** Shown as a line between two blocks instead of a button below them. */
  readonly isBetween: boolean;
  /** The index of the new block. */
  readonly at: number;
  readonly actions: RegionActions;
}

/** Adds a block here: a new one of some type, a reusable one, or the copied one. */
export const AddBlock = memo(function AddBlock({ region, types, isBetween, at, actions }: AddBlockProps) {
  const { t } = useTranslation();
  const [isPlacing, { open, close }] = useDisclosure(false);
  const allowed = types.filter(({ slug }) => region.allowed?.includes(slug) ?? true);
  const onAdd = (block: NewBlock): void => actions.insert(at, block);
  const label = t('blocks.addTo', { region: region.label });
  return (
    <>
      <MenuOnDemand
        load={AddMenu.load}
        position="bottom-start"
        width={280}
        hideDetached={false}
        button={
          isBetween ? (
            <UnstyledButton className={classes.between} aria-label={t('blocks.addBetween')}>
              <span className={classes.plus}>
                <IconPlus size={14} />
              </span>
            </UnstyledButton>
          ) : (
            <Button variant="default" leftSection={<IconPlus size={16} />} mt="xs" aria-label={label}>
              {t('blocks.add')}
            </Button>
          )
        }
      >
        <AddMenu allowed={allowed} onAdd={onAdd} onPlace={open} />
      </MenuOnDemand>
      {isPlacing && (
        <ReusableBlocks
          allowed={allowed}
          onClose={close}
          onPick={(block) => {
            close();
            onAdd(block);
          }}
        />
      )}
    </>
  );
});
